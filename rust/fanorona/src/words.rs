//! Enums whose members are words of texts.

/// Declares an enum whose members are written as lower-case words.
macro_rules! word_enum {
    ($(#[$doc:meta])* $name:ident, $field:literal { $($(#[$member_doc:meta])* $member:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum $name { $($(#[$member_doc])* $member),+ }

        impl $name {
            /// All members in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$member),+];

            /// The word that stands for this member in texts.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$member => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::ParseError;

            fn from_str(text: &str) -> Result<Self, crate::ParseError> {
                Self::ALL.iter().copied().find(|member| member.word() == text).ok_or_else(|| {
                    let words = [$($word),+].join(", ");
                    crate::ParseError::new($field, text, format!("expected one of {words}"))
                })
            }
        }
    };
}

pub(crate) use word_enum;
