//! Stand-in for `compiler_builtins` in the SBF sysroot: the memory routines that `core` calls, over Solana's syscalls.
#![feature(compiler_builtins)]
#![compiler_builtins]
#![no_std]
#![allow(internal_features)]

extern "C" {
    fn sol_memmove_(to: *mut u8, from: *const u8, length: u64);
    fn sol_memset_(to: *mut u8, byte: u8, length: u64);
    fn sol_memcmp_(a: *const u8, b: *const u8, length: u64, result: *mut i32);
}

// LLVM may copy a region onto itself, which sol_memcpy_ refuses. sol_memmove_ does not, at the same price.
#[no_mangle]
pub unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, length: usize) -> *mut u8 {
    sol_memmove_(to, from, length as u64);
    to
}

#[no_mangle]
pub unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, length: usize) -> *mut u8 {
    sol_memmove_(to, from, length as u64);
    to
}

#[no_mangle]
pub unsafe extern "C" fn memset(to: *mut u8, byte: i32, length: usize) -> *mut u8 {
    sol_memset_(to, byte as u8, length as u64);
    to
}

#[no_mangle]
pub unsafe extern "C" fn memcmp(a: *const u8, b: *const u8, length: usize) -> i32 {
    let mut result = 0;
    sol_memcmp_(a, b, length as u64, &mut result);
    result
}

#[no_mangle]
pub unsafe extern "C" fn bcmp(a: *const u8, b: *const u8, length: usize) -> i32 {
    memcmp(a, b, length)
}
