//! The runtime's hash and signature functions. On any other target the same functions come from RustCrypto.
#[cfg(any(target_os = "solana", target_arch = "bpf"))]
mod target {
    use pinocchio::syscalls;

    pub fn sha256(parts: &[&[u8]]) -> [u8; 32] {
        let mut digest = [0; 32];
        // SAFETY: `&[&[u8]]` is the syscall's list of (pointer, length) pairs; the output holds 32 bytes.
        unsafe { syscalls::sol_sha256(parts.as_ptr().cast(), parts.len() as u64, digest.as_mut_ptr()) };
        digest
    }

    pub fn keccak256(parts: &[&[u8]]) -> [u8; 32] {
        let mut digest = [0; 32];
        // SAFETY: as above.
        unsafe { syscalls::sol_keccak256(parts.as_ptr().cast(), parts.len() as u64, digest.as_mut_ptr()) };
        digest
    }

    pub fn secp256k1_recover(digest: &[u8; 32], recovery_id: u8, signature: &[u8; 64]) -> Option<[u8; 64]> {
        let mut key = [0; 64];
        // SAFETY: every buffer has the size that the syscall reads or writes.
        let status = unsafe {
            syscalls::sol_secp256k1_recover(digest.as_ptr(), recovery_id.into(), signature.as_ptr(), key.as_mut_ptr())
        };
        (status == 0).then_some(key)
    }
}

#[cfg(not(any(target_os = "solana", target_arch = "bpf")))]
mod target {
    use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
    use sha2::Digest;

    fn digest<D: Digest>(parts: &[&[u8]]) -> [u8; 32]
    where
        [u8; 32]: From<sha2::digest::Output<D>>,
    {
        let mut hasher = D::new();
        for part in parts {
            hasher.update(part);
        }
        hasher.finalize().into()
    }

    pub fn sha256(parts: &[&[u8]]) -> [u8; 32] {
        digest::<sha2::Sha256>(parts)
    }

    pub fn keccak256(parts: &[&[u8]]) -> [u8; 32] {
        digest::<sha3::Keccak256>(parts)
    }

    pub fn secp256k1_recover(digest: &[u8; 32], recovery_id: u8, signature: &[u8; 64]) -> Option<[u8; 64]> {
        let signature = Signature::from_slice(signature).ok()?;
        let recovery_id = RecoveryId::from_byte(recovery_id)?;
        let key = VerifyingKey::recover_from_prehash(digest, &signature, recovery_id).ok()?;
        key.to_encoded_point(false).as_bytes()[1..].try_into().ok()
    }
}

/// sha256 of the concatenation of `parts`.
pub use target::sha256;

/// keccak256 of the concatenation of `parts`.
pub use target::keccak256;

/// The public key (x, then y, 32 big-endian bytes each) under which `signature` (r, then s) is an ECDSA signature of
/// `digest`; `None` if there is none.
pub use target::secp256k1_recover;
