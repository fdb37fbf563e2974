//! keccak256: the runtime's on chain, computed here on other targets.

/// keccak256 of the concatenation of `parts`.
pub fn keccak256(parts: &[&[u8]]) -> [u8; 32] {
    solana_keccak_hasher::hashv(parts).to_bytes()
}
