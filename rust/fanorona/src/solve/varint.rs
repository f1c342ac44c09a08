//! Numbers of variable length (LEB128, shortest form only).

use crate::reader::Reader;

/// Appends a number, seven bits a byte, the lowest first; the top bit says that more follow.
pub(super) fn write(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

impl Reader<'_> {
    /// A number as [`write`] writes it.
    pub(super) fn varint(&mut self, field: &str) -> Result<u64, String> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte(field)?;
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
        Err(format!("{field}: not a number in its shortest form"))
    }

    /// A number like that which fits in 32 bits.
    pub(super) fn varint32(&mut self, field: &str) -> Result<u32, String> {
        let number = self.varint(field)?;
        number.try_into().map_err(|_| format!("{field} {number}: too large"))
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
                assert_eq!((reader.varint("number"), reader.left()), (Ok(number), 0));
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
