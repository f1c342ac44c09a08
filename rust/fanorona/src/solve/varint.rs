//! Numbers of variable length (LEB128, shortest form only), and bounded reading.

use super::error::Refusal;

/// Appends a number, seven bits a byte, the lowest first; the top bit says that more follow.
pub(super) fn write(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Bytes that are read one after the other; what is missing is a [`Refusal`] that names it.
#[derive(Debug)]
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn bytes(&mut self, count: usize, what: &str) -> Result<&'a [u8], Refusal> {
        let Some((bytes, rest)) = self.0.split_at_checked(count) else {
            return Refusal::new(format!("{what}: the file ends too early"));
        };
        self.0 = rest;
        Ok(bytes)
    }

    pub(super) fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], Refusal> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N, what)?);
        Ok(array)
    }

    pub(super) fn byte(&mut self, what: &str) -> Result<u8, Refusal> {
        Ok(self.array::<1>(what)?[0])
    }

    pub(super) fn varint(&mut self, what: &str) -> Result<u64, Refusal> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte(what)?;
            let bits = u64::from(byte & 0x7f);
            let last = byte & 0x80 == 0;
            if bits << shift >> shift != bits || last && bits == 0 && shift > 0 {
                break;
            }
            number |= bits << shift;
            if last {
                return Ok(number);
            }
        }
        Refusal::new(format!("{what}: not a number in its shortest form"))
    }

    pub(super) fn varint32(&mut self, what: &str) -> Result<u32, Refusal> {
        let number = self.varint(what)?;
        number.try_into().or_else(|_| Refusal::new(format!("{what} {number}: too large")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for shift in 0..64 {
            for number in [1 << shift, (1 << shift) - 1, u64::MAX >> shift] {
                let mut bytes = Vec::new();
                write(number, &mut bytes);
                let mut reader = Reader::new(&bytes);
                assert_eq!((reader.varint("number"), reader.is_empty()), (Ok(number), true));
            }
        }
    }

    #[test]
    fn longer_forms_and_larger_numbers_are_refused() {
        let tens: &[u8] = &[0xff; 9];
        for bytes in [&[0x80, 0][..], &[0xff, 0x80, 0], &[tens, &[2]].concat(), &[0x80]] {
            assert!(Reader::new(bytes).varint("number").is_err(), "{bytes:x?}");
        }
        assert!(Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x10]).varint32("number").is_err());
    }
}
