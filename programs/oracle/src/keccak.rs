//! The runtime's keccak256, which is computed here on any other target.

/// keccak256 of the concatenation of `parts`.
pub fn keccak256(parts: &[&[u8]]) -> [u8; 32] {
    solana_keccak_hasher::hashv(parts).to_bytes()
}
