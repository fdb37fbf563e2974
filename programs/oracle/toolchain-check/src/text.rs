//! Formatting, parsing and searching: the largest part of `core` that a program comes near.
use crate::Digest;
use core::{fmt::Write, hint::black_box};

struct Line {
    bytes: [u8; 160],
    length: usize,
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let end = self.length + text.len();
        self.bytes.get_mut(self.length..end).ok_or(core::fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

#[inline(never)]
fn word(text: &str) -> u64 {
    match text {
        "alpha" => 1,
        "beta" => 2,
        "gamma-long-string-0123456789" => 3,
        _ => text.parse().unwrap_or(4),
    }
}

pub fn all(digest: &mut Digest, a: u64, b: u64) {
    let mut line = Line { bytes: [0; 160], length: 0 };
    let written = write!(line, "{a} {:x} {:>8} {:?} {:#010b}", b as i32, b as i16, Some(a as i32), a as u8);
    digest.put(u64::from(written.is_ok()));
    let Ok(text) = core::str::from_utf8(&line.bytes[..line.length]) else {
        return digest.put(0);
    };
    text.bytes().for_each(|byte| digest.put(u64::from(byte)));
    text.split(' ').for_each(|part| digest.put(word(part)));
    digest.put(word(black_box("gamma-long-string-0123456789")));
    digest.put(word(black_box("beta")));
    digest.put(text.find("Some").map_or(5, |at| at as u64));
    digest.put(text.chars().rev().filter(char::is_ascii_digit).count() as u64);
}
