//! The oracle program's Config account.
use crate::Refusal;

/// Bytes of a Config account that are read.
const DISCRIMINATOR: [u8; 8] = *b"SVC_CFG1";
/// Offset of docs/protocol.md, "Accounts of the program". A test compares it with idl.json.
const OLDEST_ACCEPTED_VERSION: usize = 224;
const END: usize = OLDEST_ACCEPTED_VERSION + 8;

/// The oldest registry version whose values count, for `Expect::oldest_version`. An emergency raises it, because an earlier version
/// may have a stolen key. `owner` and `data` are those of the oracle's Config account, `oracle` is the id of its program.
///
/// # Errors
/// `WrongOwner`, `NotAConfig`.
pub fn oldest_accepted_version(owner: &[u8; 32], data: &[u8], oracle: &[u8; 32]) -> Result<u64, Refusal> {
    if owner != oracle {
        return Err(Refusal::WrongOwner);
    }
    if !data.starts_with(&DISCRIMINATOR) {
        return Err(Refusal::NotAConfig);
    }
    let bytes = data.get(OLDEST_ACCEPTED_VERSION..END).ok_or(Refusal::NotAConfig)?;
    let mut version = [0; 8];
    version.copy_from_slice(bytes);
    Ok(u64::from_le_bytes(version))
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
