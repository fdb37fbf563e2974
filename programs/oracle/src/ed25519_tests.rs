use super::*;
use crate::test_vectors::{bytes, list, load, name, text};

#[test]
fn verdicts_are_those_of_the_vectors() {
    let (mut accepted, mut refused) = (0, 0);
    for vector in list(&load("ed25519.json"), "vectors") {
        // The program hashes before it verifies: messages of 32 bytes, keys and signatures whose length the parser checks.
        let hex_lengths = ["message", "publicKey", "signature"].map(|member| text(vector, member).len());
        if hex_lengths != [66, 66, 130] {
            continue;
        }
        let verdict = verify(&bytes(vector, "publicKey"), &bytes(vector, "message"), &bytes(vector, "signature"));
        assert_eq!(verdict, vector["accepted"], "{}", name(vector));
        *(if verdict { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(accepted >= 2 && refused >= 14, "{accepted} accepted, {refused} refused");
}
