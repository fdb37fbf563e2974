use super::*;
use proptest::prelude::*;
use sha2::{Digest, Sha512};
use std::vec;

#[test]
fn the_hash_of_fips_180_is_that_of_the_standard() {
    let expected = "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f";
    assert_eq!(sha512(&[b"abc"]), crate::test_vectors::hex::<64>(expected));
}

#[test]
fn every_length_that_fits_a_block_is_hashed_as_the_sha2_crate_does() {
    for length in 0..=MAX_LENGTH {
        let message = vec![0xa5; length];
        assert_eq!(sha512(&[&message]), <[u8; 64]>::from(Sha512::digest(&message)), "{length} bytes");
    }
}

#[test]
#[should_panic]
fn a_longer_message_is_refused() {
    sha512(&[&[0; MAX_LENGTH + 1]]);
}

proptest! {
    #[test]
    fn parts_are_hashed_as_their_concatenation(a in any::<[u8; 32]>(), b in any::<[u8; 32]>(), c in any::<[u8; 32]>()) {
        let whole = [a, b, c].concat();
        prop_assert_eq!(sha512(&[&a, &b, &c]), <[u8; 64]>::from(Sha512::digest(&whole)));
    }
}
