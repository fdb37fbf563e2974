//! Calls: structures and enums by value, more arguments than the machine has registers, pointers to functions, dynamic
//! dispatch, recursion through large frames.
use crate::Digest;
use core::hint::black_box;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Empty,
    Byte(u8),
    Pair { x: i32, y: u16 },
    Word(u64),
}

#[inline(never)]
fn shape_or_bytes(a: u64, b: u32) -> Result<[u8; 40], Shape> {
    if a & 1 == 0 {
        return Err(match b & 3 {
            0 => Shape::Empty,
            1 => Shape::Byte(b as u8),
            2 => Shape::Pair { x: b as i32, y: a as u16 },
            _ => Shape::Word(a),
        });
    }
    let mut bytes = [b as u8; 40];
    bytes[..8].copy_from_slice(&a.to_be_bytes());
    Ok(bytes)
}

#[inline(never)]
fn narrow_arguments(a: u8, b: i8, c: u16, d: i16, e: bool) -> i32 {
    i32::from(a) - i32::from(b) + i32::from(c) * 2 - i32::from(d) * 3 + i32::from(e)
}

#[inline(never)]
fn six_arguments(a: u64, b: u64, c: u64, d: u64, e: u64, f: u64) -> u64 {
    black_box(a) ^ (b << 1) ^ (c << 2) ^ (d << 3) ^ (e << 4) ^ (f << 5)
}

#[inline(never)]
#[allow(clippy::too_many_arguments)] // that is the point
fn nine_arguments(a: u8, b: i16, c: u128, d: bool, e: &[u64; 3], f: u64, g: u128, h: &mut [u64; 4], i: i32) -> u64 {
    h[1] = e[2] ^ f;
    let narrow = u64::from(a) ^ ((b as u64) << 3) ^ u64::from(d) ^ i as u64;
    narrow ^ (c >> 70) as u64 ^ black_box(g >> 5) as u64 ^ h[1].wrapping_mul(h[2])
}

#[inline(never)]
fn recursion(depth: u32, a: u64, b: u64, c: u64, digest: &mut Digest, path: &mut [u64; 9], tag: u8) -> u64 {
    path[depth as usize] = a ^ u64::from(tag);
    if depth == 0 {
        digest.put(b);
        return path.iter().fold(c, |sum, step| sum.wrapping_mul(31) ^ step);
    }
    let left = recursion(depth - 1, b, c, a, digest, path, tag.wrapping_add(1));
    let right = recursion(depth - 1, c, a.rotate_left(depth), left, digest, path, tag.wrapping_mul(3));
    digest.put(left ^ right);
    left.wrapping_add(right.wrapping_mul(5))
}

trait Visitor {
    fn visit(&self, a: u64, b: u64, c: u128, digest: &mut Digest, d: u8) -> u64;
}

struct First(u64);
struct Second;

impl Visitor for First {
    fn visit(&self, a: u64, b: u64, c: u128, digest: &mut Digest, d: u8) -> u64 {
        digest.put(u64::from(d));
        self.0 ^ a.wrapping_mul(b) ^ (c >> 64) as u64
    }
}

impl Visitor for Second {
    fn visit(&self, a: u64, b: u64, c: u128, _: &mut Digest, d: u8) -> u64 {
        b.wrapping_sub(a) ^ c as u64 ^ u64::from(d)
    }
}

#[inline(never)]
fn results(digest: &mut Digest, a: u64, b: u64) {
    match shape_or_bytes(a, b as u32) {
        Ok(bytes) => bytes.iter().for_each(|byte| digest.put(u64::from(*byte))),
        Err(shape) => {
            digest.put(u64::from(shape < Shape::Pair { x: 5, y: 6 }));
            digest.put(match shape {
                Shape::Empty => 1,
                Shape::Byte(byte) => u64::from(byte),
                Shape::Pair { x, y } => x as u64 ^ (u64::from(y) << 40),
                Shape::Word(word) => word,
            });
        }
    }
}

pub fn all(digest: &mut Digest, a: u64, b: u64) {
    results(digest, a, b);
    digest.put(narrow_arguments(a as u8, b as i8, a as u16, b as i16, a > b) as u64);
    let pointer: fn(u64, u64, u64, u64, u64, u64) -> u64 = black_box(six_arguments);
    digest.put(six_arguments(a, b, a ^ b, a & b, a | b, 7));
    digest.put(pointer(1, a, 3, b, 5, 6));
    let (p, q) = (u128::from(a) << 50, u128::from(b) << 64);
    digest.put(nine_arguments(a as u8, b as i16, p, a > b, &[a, b, 3], b, q, &mut [b; 4], a as i32));
    let total = recursion(5, a, b, a ^ b, digest, &mut [1; 9], b as u8);
    digest.put(total);
    let visitors: [&dyn Visitor; 3] = [&First(a), &Second, &First(b)];
    for visitor in black_box(visitors) {
        let value = visitor.visit(a, b, p, digest, b as u8);
        digest.put(value);
    }
}
