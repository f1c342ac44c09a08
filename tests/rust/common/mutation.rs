//! Texts of positions and turns with a few places changed; the fuzz targets use this too.

/// What such texts are made of, and some of what they are not.
const PIECES: &[&str] = &[
    "w",
    "b",
    "W",
    "B",
    "/",
    " ",
    "-",
    "=",
    ",",
    "+",
    "x",
    "A",
    "a",
    "e3",
    "d4",
    "b2",
    "0",
    "1",
    "9",
    "3",
    "first=",
    "back=",
    "huff=",
    ";",
    "most=yes",
    "none",
    "\u{0663}",
    "\u{e9}",
    "\0",
    "\n",
    "4294967295",
    "4294967296",
    "N",
    "SW",
    "D2",
];

/// The text with up to three places changed: something is taken out, replaced, put in or doubled, or
/// the rest is that of another text. `below` chooses a number below the one it is given.
pub(crate) fn mutate(below: &mut dyn FnMut(usize) -> usize, text: &str, other: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=below(3) {
        let at = below(characters.len() + 1);
        let end = (at + below(4)).min(characters.len());
        match below(5) {
            0 => drop(characters.drain(at..end)),
            1 => {
                let piece = PIECES[below(PIECES.len())].chars();
                drop(characters.splice(at..end, piece));
            }
            2 => {
                let piece = PIECES[below(PIECES.len())].chars();
                drop(characters.splice(at..at, piece));
            }
            3 => {
                let copy = characters[at..end].to_vec();
                drop(characters.splice(at..at, copy));
            }
            _ => {
                let theirs: Vec<char> = other.chars().collect();
                let cut = below(theirs.len() + 1);
                characters.truncate(at);
                characters.extend(&theirs[cut..]);
            }
        }
    }
    characters.into_iter().collect()
}
