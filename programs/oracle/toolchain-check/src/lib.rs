//! Integer, memory, text and call code whose digest must be the same on the host and on chain: what the linker in
//! `toolchain/` lowers (and what it leaves alone) means the same there as in Rust.
#![no_std]

#[cfg(not(any(target_os = "solana", target_arch = "bpf")))]
extern crate std;

mod calls;
mod integers;
mod memory;
mod text;
mod wide;

use core::hint::black_box;

/// A digest of everything put into it, and a generator of test values.
pub struct Digest {
    state: u64,
    seed: u64,
}

impl Digest {
    fn put(&mut self, value: u64) {
        self.state = (self.state ^ value).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23) ^ (value >> 7);
    }

    fn put_wide(&mut self, value: u128) {
        self.put(value as u64);
        self.put((value >> 64) as u64);
    }

    /// The next test value (xorshift64); those at the edges of the types are frequent.
    fn next(&mut self) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        let random = self.seed;
        black_box(match random & 15 {
            0 => 0,
            1 => 1,
            2 => u64::MAX,
            3 => i64::MIN as u64,
            4 => i64::MAX as u64,
            5 => 0xffff_ffff,
            6 => 0x8000_0000,
            7 => 0x7fff_ffff,
            8 => 0xffff_ffff_0000_0000,
            9 => random & 0xff,
            10 => !(random & 0xff),
            _ => random.rotate_left(17),
        })
    }
}

/// The digest of `rounds` rounds that begin at `seed`.
pub fn digest(seed: u64, rounds: u64) -> u64 {
    let mut digest = Digest { state: 0xcbf2_9ce4_8422_2325, seed: seed | 1 };
    for _ in 0..rounds {
        let (a, b) = (digest.next(), digest.next());
        integers::all(&mut digest, a, b);
        wide::all(&mut digest, a, b);
        calls::all(&mut digest, a, b);
        memory::all(&mut digest, a, b);
        text::all(&mut digest, a, b);
    }
    digest.state
}

#[cfg(any(target_os = "solana", target_arch = "bpf"))]
mod entrypoint {
    use pinocchio::{cpi::set_return_data, error::ProgramError, AccountView, Address, ProgramResult};

    pinocchio::program_entrypoint!(process, 1);
    pinocchio::no_allocator!();
    pinocchio::nostd_panic_handler!();

    /// Data: u64 LE seed, u64 LE rounds. Returns the digest, u64 LE.
    fn process(_: &Address, _: &mut [AccountView], data: &[u8]) -> ProgramResult {
        let (seed, rest) = data.split_first_chunk().ok_or(ProgramError::InvalidInstructionData)?;
        let rounds = rest.first_chunk().ok_or(ProgramError::InvalidInstructionData)?;
        let digest = super::digest(u64::from_le_bytes(*seed), u64::from_le_bytes(*rounds));
        set_return_data(&digest.to_le_bytes());
        Ok(())
    }
}
