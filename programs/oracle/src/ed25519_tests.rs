use super::*;
use oracle_gateway_test_vectors::{bytes, list, load, name, octets, text};

#[test]
fn verdicts_are_those_of_the_vectors() {
    let (mut accepted, mut refused) = (0, 0);
    for vector in list(&load("ed25519.json"), "vectors") {
        // Keys and signatures of another length do not reach the verifier: the types say theirs.
        if ["publicKey", "signature"].map(|member| text(vector, member).len()) != [66, 130] {
            continue;
        }
        let message = octets(text(vector, "message"));
        let verdict = verify(&bytes(vector, "publicKey"), &message, &bytes(vector, "signature"));
        assert_eq!(verdict, vector["accepted"], "{}", name(vector));
        *(if verdict { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(accepted >= 4 && refused >= 14, "{accepted} accepted, {refused} refused");
}
