//! Verifies a line of `oracle-gateway get --json` of one source, without a network.

use k256::ProjectivePoint;
use serde_json::Value;
use sha2::{Digest, Sha256};

mod schnorr;
mod text;

use schnorr::{is_signed, keccak256, read_point};
use text::{decimal, from_base58, from_base64, from_hex, to_hex};

/// Why an answer is refused.
pub type Refusal = &'static str;

/// A value that a quorum of the registry's nodes signed.
#[derive(Debug, PartialEq)]
pub struct Verified {
    pub value: String,
    /// Unix milliseconds: no node asked the source before.
    pub observed_at: u64,
    pub signers: Vec<usize>,
}

const A_SOURCE: u8 = 1;
const EXACT_PLACES: u64 = 18;
const REGISTRY_HEAD: usize = 40;

/// Holds an answer against what was asked for, and against the keys of the registry as of the time that was signed. Source, owner, quorum and
/// registry of the line are the reader's own records.
pub fn verify(line: &Value) -> Result<Verified, Refusal> {
    let stated = &line["answer"]["data"];
    let quorum = number(line, "quorum")? as u8;
    // The members of an object are in the order of their names, and a source has no numbers but integers: this is RFC 8785.
    let source_id = keccak256(&[line["source"].to_string().as_bytes()]);
    let feed_id = keccak256(&[
        b"SVC_JOB_V1",
        &from_base58(member(line, "owner")?)?,
        &source_id,
        &[quorum],
    ]);
    let packed: [u8; 32] = from_hex(member(stated, "valuePacked")?)?;
    let places = line["source"]["aggregation"]["numeric"]["decimals"].as_u64();
    let value = decimal(
        &packed,
        places.unwrap_or(EXACT_PLACES) as usize,
        places.is_some(),
    );
    if number(stated, "signaturesRequired")? != u64::from(quorum) {
        return Err("the answer is of another quorum than asked for");
    }
    if member(stated, "configHash")? != to_hex(&source_id)
        || member(stated, "feedId")? != to_hex(&feed_id)
    {
        return Err("the answer is of another source or owner than asked for");
    }
    if member(stated, "value")? != value {
        return Err("value is not what the packed value says");
    }

    let registry = &line["registry"];
    let program = from_base58(member(registry, "programId")?)?;
    let network: [u8; 32] = Sha256::digest(member(registry, "network")?).into();
    let timestamp = number(stated, "timestamp")?;
    let observed_at = number(stated, "observedAt")?;
    let message = keccak256(&[
        b"SVC_ATTESTATION_V2",
        &keccak256(&[b"SVC_DEPLOYMENT_V1", &program, &network]),
        &feed_id,
        &packed,
        &source_id,
        &number(stated, "registryVersion")?.to_le_bytes(),
        &[quorum, A_SOURCE],
        &timestamp.wrapping_mul(1000).to_le_bytes(),
        &observed_at.to_le_bytes(),
    ]);
    let account = from_base64(member(registry, "registryAccount")?)?;
    let (signers, sum) = sum_of_keys(stated, &account, quorum)?;
    if !is_signed(
        sum,
        &message,
        &from_hex(member(stated, "s")?)?,
        &from_hex(member(stated, "commitmentAddr")?)?,
    ) {
        return Err("the nodes of the registry did not sign this");
    }
    Ok(Verified {
        value,
        observed_at,
        signers,
    })
}

/// Adds the keys that the signers bitmap names. A version counts for times up to its end.
fn sum_of_keys(
    stated: &Value,
    account: &[u8],
    quorum: u8,
) -> Result<(Vec<usize>, ProjectivePoint), Refusal> {
    if account.len() < REGISTRY_HEAD
        || &account[..8] != b"SVC_REG1"
        || account.len() != REGISTRY_HEAD + 64 * usize::from(account[9])
    {
        return Err("registry: must be the data of a Registry account");
    }
    if read_u64(account, 16) != number(stated, "registryVersion")? {
        return Err("the answer names another registry version");
    }
    if number(stated, "timestamp")?.max(number(stated, "observedAt")? / 1000)
        > read_u64(account, 32)
    {
        return Err("the answer was signed after the end of the registry version");
    }
    let bitmap: [u8; 32] = from_hex(member(stated, "signersBitmap")?)?;
    let signers: Vec<usize> = (0..256)
        .filter(|index| bitmap[31 - index / 8] >> (index % 8) & 1 == 1)
        .collect();
    if signers.len() != usize::from(quorum) || signers.len() < usize::from(account[11]) {
        return Err("fewer or more nodes signed than the quorum and the registry ask for");
    }
    let mut sum = ProjectivePoint::IDENTITY;
    for index in &signers {
        let at = REGISTRY_HEAD + 64 * index;
        sum += account
            .get(at..at + 64)
            .and_then(read_point)
            .ok_or("a node has no key in the registry")?;
    }
    Ok((signers, sum))
}

fn member<'a>(value: &'a Value, name: &str) -> Result<&'a str, Refusal> {
    value[name]
        .as_str()
        .ok_or("a member is missing, or no text")
}

fn number(value: &Value, name: &str) -> Result<u64, Refusal> {
    value[name]
        .as_u64()
        .ok_or("a member is missing, or no whole number")
}

fn read_u64(account: &[u8], at: usize) -> u64 {
    account[at..at + 8]
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The line that the command would have kept of the vector.
    fn line() -> Value {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../vectors/attested-result.json"
        );
        let vector: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        json!({ "source": vector["apiConfig"], "owner": vector["owner"], "quorum": 3, "registry": vector, "answer": vector["result"] })
    }

    #[test]
    fn a_stored_answer_is_verified() {
        let verified = verify(&line()).unwrap();
        assert_eq!(
            (verified.value.as_str(), verified.signers),
            ("64628.31", vec![0, 2, 4])
        );
    }

    #[test]
    fn a_changed_answer_is_refused() {
        let zeros = format!("0x{}", "00".repeat(32));
        for (path, change) in [
            ("/answer/data/value", json!("64628.32")),
            ("/answer/data/timestamp", json!(1_763_683_201)),
            ("/answer/data/observedAt", json!(1)),
            ("/answer/data/registryVersion", json!(4)),
            (
                "/answer/data/signersBitmap",
                json!(zeros.replace("00000000000000", "00000000000013")),
            ),
            ("/answer/data/s", json!(zeros)),
            ("/answer/data/s", json!(format!("0x{}", "ff".repeat(32)))),
            (
                "/answer/data/commitmentAddr",
                json!(format!("0x{}", "00".repeat(20))),
            ),
            ("/quorum", json!(2)),
            ("/owner", json!("11111111111111111111111111111111")),
            ("/registry/network", json!("solana:other")),
            ("/source/url", json!("https://other.example/")),
        ] {
            let mut changed = line();
            *changed.pointer_mut(path).unwrap() = change;
            assert!(verify(&changed).is_err(), "{path}");
        }
    }

    #[test]
    fn a_version_counts_up_to_its_end() {
        let mut account =
            from_base64(line()["registry"]["registryAccount"].as_str().unwrap()).unwrap();
        let end = line()["answer"]["data"]["observedAt"].as_u64().unwrap() / 1000;
        for (until, is_accepted) in [(end, true), (end - 1, false)] {
            account[32..40].copy_from_slice(&until.to_le_bytes());
            assert_eq!(
                sum_of_keys(&line()["answer"]["data"], &account, 3).is_ok(),
                is_accepted
            );
        }
    }

    #[test]
    fn a_value_is_read_in_its_mode() {
        assert_eq!(decimal(&[0xff; 32], 2, true), "-0.01");
        let mut five = [0; 32];
        five[31] = 5;
        assert_eq!(decimal(&five, 18, false), "0.000000000000000005");
        five[31] = 100;
        assert_eq!(decimal(&five, 0, true), "100");
    }
}
