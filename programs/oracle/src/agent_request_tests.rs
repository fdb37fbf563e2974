use super::*;
use oracle_gateway_test_vectors::{bytes, list, load, number};

#[test]
fn hashes_of_the_vectors() {
    for vector in list(&load("agent-request-auth.json"), "vectors") {
        let request = AgentRequest {
            escrow: &bytes(vector, "escrow"),
            gateway: &bytes(vector, "gateway"),
            payer: &bytes(vector, "payer"),
            source_id: &bytes(vector, "sourceId"),
            signatures_required: number(vector, "signaturesRequired") as u8,
            timestamp_seconds: number(vector, "canonicalTimestampSeconds"),
            amount: number(vector, "amount"),
        };
        assert_eq!(request.hash(), bytes(vector, "hash"));
    }
}
