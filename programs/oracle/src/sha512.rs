//! SHA-512 (FIPS 180-4) of a message that fits one block.
use core::num::Wrapping;

type Word = Wrapping<u64>;

const BLOCK: usize = 128;

/// The longest message: a block without the bit that ends the message and the sixteen bytes of its length.
pub const MAX_LENGTH: usize = BLOCK - 17;

const INITIAL: [u64; 8] = [
    0x6a09e667f3bcc908,
    0xbb67ae8584caa73b,
    0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1,
    0x510e527fade682d1,
    0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b,
    0x5be0cd19137e2179,
];

#[rustfmt::skip]
const ROUND: [u64; 80] = [
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
];

/// The hash of the concatenation of `parts`.
///
/// # Panics
/// If they are longer than `MAX_LENGTH` together.
#[inline(never)]
pub fn sha512(parts: &[&[u8]]) -> [u8; 64] {
    let mut block = [0; BLOCK];
    let mut length = 0;
    for part in parts {
        block[length..][..part.len()].copy_from_slice(part);
        length += part.len();
    }
    assert!(length <= MAX_LENGTH);
    block[length] = 0x80;
    block[BLOCK - 8..].copy_from_slice(&(8 * length as u64).to_be_bytes());

    let mut hash = [0; 64];
    for (bytes, word) in hash.as_chunks_mut().0.iter_mut().zip(compress(&block)) {
        *bytes = word.0.to_be_bytes();
    }
    hash
}

/// The state after one block. Rounds go by sixteen, over a schedule of which sixteen words are kept.
fn compress(block: &[u8; BLOCK]) -> [Word; 8] {
    let initial = INITIAL.map(Wrapping);
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = initial;
    let mut w = [Wrapping(0); 16];
    for (word, bytes) in w.iter_mut().zip(block.as_chunks().0) {
        *word = Wrapping(u64::from_be_bytes(*bytes));
    }
    macro_rules! round {
        ($a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident, $k:expr, $w:expr) => {
            let first = $h + big_sigma_1($e) + ($g ^ ($e & ($f ^ $g))) + Wrapping($k) + $w;
            $d += first;
            $h = first + big_sigma_0($a) + (($a & $b) ^ ($c & ($a ^ $b)));
        };
    }
    for (at, k) in ROUND.as_chunks::<16>().0.iter().enumerate() {
        if at > 0 {
            for i in 0..16 {
                w[i] += small_sigma_0(w[(i + 1) % 16]) + w[(i + 9) % 16] + small_sigma_1(w[(i + 14) % 16]);
            }
        }
        for half in [0, 8] {
            round!(a b c d e f g h, k[half], w[half]);
            round!(h a b c d e f g, k[half + 1], w[half + 1]);
            round!(g h a b c d e f, k[half + 2], w[half + 2]);
            round!(f g h a b c d e, k[half + 3], w[half + 3]);
            round!(e f g h a b c d, k[half + 4], w[half + 4]);
            round!(d e f g h a b c, k[half + 5], w[half + 5]);
            round!(c d e f g h a b, k[half + 6], w[half + 6]);
            round!(b c d e f g h a, k[half + 7], w[half + 7]);
        }
    }
    let [a0, b0, c0, d0, e0, f0, g0, h0] = initial;
    [a0 + a, b0 + b, c0 + c, d0 + d, e0 + e, f0 + f, g0 + g, h0 + h]
}

fn big_sigma_0(x: Word) -> Word {
    rotated(x, 28) ^ rotated(x, 34) ^ rotated(x, 39)
}

fn big_sigma_1(x: Word) -> Word {
    rotated(x, 14) ^ rotated(x, 18) ^ rotated(x, 41)
}

fn small_sigma_0(x: Word) -> Word {
    rotated(x, 1) ^ rotated(x, 8) ^ (x >> 7)
}

fn small_sigma_1(x: Word) -> Word {
    rotated(x, 19) ^ rotated(x, 61) ^ (x >> 6)
}

fn rotated(x: Word, right: u32) -> Word {
    Wrapping(x.0.rotate_right(right))
}

#[cfg(test)]
#[path = "sha512_tests.rs"]
mod tests;
