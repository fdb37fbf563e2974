use super::*;
use oracle_gateway_attestation::aggregate;
use oracle_gateway_test_vectors::{bytes, list, load, name, point};
use serde_json::Value;
use std::string::String;

struct Fields {
    deployment_id: [u8; 32],
    index: u8,
    public_key: PointBytes,
    encryption_key: [u8; 32],
    operator: [u8; 32],
    previous_registered_at: i64,
    endpoint: String,
}

impl Fields {
    fn of(vector: &Value) -> Self {
        Self {
            deployment_id: bytes(vector, "deploymentId"),
            index: vector["index"].as_u64().unwrap() as u8,
            public_key: bytes(vector, "publicKey"),
            encryption_key: bytes(vector, "encryptionKey"),
            operator: bytes(vector, "operator"),
            previous_registered_at: vector["previousRegisteredAt"].as_str().unwrap().parse().unwrap(),
            endpoint: vector["endpoint"].as_str().unwrap().into(),
        }
    }

    fn possession(&self) -> Possession<'_> {
        Possession {
            deployment_id: &self.deployment_id,
            index: self.index,
            public_key: &self.public_key,
            encryption_key: &self.encryption_key,
            operator: &self.operator,
            previous_registered_at: self.previous_registered_at,
            endpoint: self.endpoint.as_bytes(),
        }
    }

    fn accepts(&self, s: &[u8; 32], commitment: &[u8; 20]) -> bool {
        let key = VerifyingKey::new(&self.public_key).unwrap();
        self.possession().is_proven_by(&key, Signature { s, commitment })
    }
}

#[test]
fn messages_of_the_vectors() {
    for vector in list(&load("possession-message.json"), "vectors") {
        assert_eq!(Fields::of(vector).possession().message(), bytes(vector, "hash"));
    }
}

#[test]
fn proofs_of_the_vectors_prove_one_key_for_one_operator_in_one_deployment() {
    for vector in list(&load("schnorr-possession.json"), "vectors") {
        let expected = vector["valid"].as_bool().unwrap();
        let accepted = Fields::of(vector).accepts(&bytes(vector, "s"), &bytes(vector, "commitment"));
        assert_eq!(accepted, expected, "{}", name(vector));
    }
}

#[test]
fn a_signature_over_a_message_that_does_not_name_the_key_is_no_proof() {
    // The rogue key's "proof" of a scheme with a fixed message, and the forgery that the rogue key made possible.
    let vectors = load("scribe-rogue-pop.json");
    let rogue = point(&vectors["rogue"]["pubKey"]);
    assert!(aggregate::is_on_curve(&rogue), "the rogue key is a good key: only its proof is not");
    let fields = Fields {
        deployment_id: bytes(&vectors, "fixedMessage"),
        public_key: rogue,
        index: 0,
        encryption_key: [1; 32],
        operator: [2; 32],
        previous_registered_at: 0,
        endpoint: String::new(),
    };
    let ecdsa = &vectors["rogue"]["ecdsa"];
    let address = bytes(&vectors["rogue"], "address");
    assert!(!fields.accepts(&bytes(ecdsa, "s"), &address));
    assert!(!fields.accepts(&bytes(ecdsa, "r"), &address));
    let forged = &vectors["forged"];
    assert!(!fields.accepts(&bytes(forged, "signature"), &bytes(forged, "commitment")));
}
