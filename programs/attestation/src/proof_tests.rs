use super::*;
use std::{vec, vec::Vec};

/// A signature of fives and sixes, the key form and what follows.
fn proof(form: u8, rest: &[u8]) -> Vec<u8> {
    [[5; 32].as_slice(), &[6; 20], &[form], rest].concat()
}

#[test]
fn each_key_form_takes_its_bytes_and_leaves_the_bitmap() {
    let cases: [(u8, Vec<u8>, KeyForm); 3] = [
        (0, vec![7; 64], KeyForm::Sum(&[7; 64])),
        (1, vec![7; 64], KeyForm::Slopes(&[[7; 32]; 2])),
        (2, vec![], KeyForm::SignerSet),
    ];
    for (form, keys, key_form) in cases {
        let data = proof(form, &[keys, vec![8, 9]].concat());
        let signature = Signature { s: &[5; 32], commitment: &[6; 20] };
        assert_eq!(Proof::parse(&data, 3), Some(Proof { signature, key_form, bitmap: &[8, 9] }), "form {form}");
    }
}

#[test]
fn an_unknown_form_a_cut_one_and_a_long_bitmap_are_refused() {
    assert_eq!(Proof::parse(&proof(3, &[7; 64]), 3), None);
    assert_eq!(Proof::parse(&proof(0, &[7; 63]), 3), None);
    assert_eq!(Proof::parse(&proof(1, &[7; 63]), 3), None);
    assert_eq!(Proof::parse(&proof(1, &[]), 0), None, "no signer has no slopes");
    assert!(Proof::parse(&proof(2, &[7; 8]), 3).is_some());
    assert_eq!(Proof::parse(&proof(2, &[7; 9]), 3), None);
}
