use super::*;
use oracle_gateway_test_vectors::{hex, list, load, number, text};
use std::vec::Vec;

#[test]
fn derive_and_find_agree_with_the_vectors_on_canonical_addresses() {
    let vectors = load("program-address.json");
    let mut derived = 0;
    for vector in list(&vectors, "vectors") {
        let Some(seeds) = vector["seeds"].as_array() else { continue };
        let seeds: Vec<Vec<u8>> = seeds.iter().map(|seed| seed_bytes(seed.as_str().unwrap())).collect();
        let seeds: Vec<&[u8]> = seeds.iter().map(Vec::as_slice).collect();
        if seeds.len() > MAX_SEEDS {
            continue;
        }
        let program_id = Address::from_str_const(text(vector, "programId"));
        let address = Address::from_str_const(text(vector, "address"));
        let bump = number(vector, "bump") as u8;
        assert_eq!(find(&seeds, &program_id), (address, bump));
        assert_eq!(derive_any(&seeds, bump, &program_id), address);
        assert_ne!(derive_any(&seeds, bump.wrapping_sub(1), &program_id), address);
        derived += 1;
    }
    assert!(derived >= 8, "one vector per kind of account, at least");
}

/// `derive` of a list whose length is not known before.
fn derive_any(seeds: &[&[u8]], bump: u8, program_id: &Address) -> Address {
    match *seeds {
        [a] => derive(&[a], bump, program_id),
        [a, b] => derive(&[a, b], bump, program_id),
        [a, b, c] => derive(&[a, b, c], bump, program_id),
        [a, b, c, d, e, f] => derive(&[a, b, c, d, e, f], bump, program_id),
        [a, b, c, d, e] => derive(&[a, b, c, d, e], bump, program_id),
        _ => panic!("{} seeds", seeds.len()),
    }
}

fn seed_bytes(text: &str) -> Vec<u8> {
    let digits = text.trim_start_matches("0x").len() / 2;
    match digits {
        32 => hex::<32>(text).to_vec(),
        _ => (0..digits).map(|at| hex::<1>(&text[2 + 2 * at..4 + 2 * at])[0]).collect(),
    }
}

#[test]
fn the_longest_list_of_seeds_is_derived() {
    let program_id = Address::new_from_array([7; 32]);
    let long = [9u8; 32];
    let seeds: [&[u8]; MAX_SEEDS] = [AGENT_ROUND_SEED, &long, &long, &long, &[3], &[1, 2, 3, 4, 5, 6, 7, 8]];
    let (address, bump) = find(&seeds, &program_id);
    assert_eq!(derive(&seeds, bump, &program_id), address);
}

#[test]
fn constants_are_the_published_program_addresses() {
    let loader = Address::from_str_const("BPFLoaderUpgradeab1e11111111111111111111111");
    let token = Address::from_str_const("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
    assert_eq!(UPGRADEABLE_LOADER, loader);
    assert_eq!(ASSOCIATED_TOKEN_PROGRAM, token);
}
