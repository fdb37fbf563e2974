use super::*;
use oracle_gateway_attestation::keccak::keccak256;
use oracle_gateway_test_vectors::{bytes, list, load, name, number, octets, text};
use proptest::prelude::*;
use std::{format, string::String, vec, vec::Vec};

/// The canonical text of a source in tolerance mode.
fn tolerance(age_ms: &str, deviation_bps: &str, decimals: &str) -> String {
    format!(
        r#"{{"aggregation":{{"maxAgeMs":{age_ms},"maxDeviationBps":{deviation_bps},"mode":"tolerance","numeric":{{"decimals":{decimals},"type":"int256"}},"rule":"median"}},"method":"GET","url":"https://a.example/"}}"#
    )
}

fn packing_of(text: impl AsRef<[u8]>) -> Option<(u8, u8)> {
    of_text(text.as_ref()).map(|Packing { mode, decimals, form }| {
        assert_eq!(form, 1);
        (mode, decimals)
    })
}

#[test]
fn packings_of_the_vectors() {
    let vectors = load("api-config.json");
    let mut modes = std::collections::BTreeSet::new();
    for vector in list(&vectors, "accepted") {
        let canonical = text(vector, "canonical");
        assert_eq!(keccak256(&[canonical.as_bytes()]), bytes(vector, "sourceId"), "{}", name(vector));
        let config: serde_json::Value = serde_json::from_str(canonical).unwrap();
        let decimals = config["aggregation"]["numeric"]["decimals"].as_u64();
        let expected = decimals.map_or((1, 18), |decimals| (2, decimals as u8));
        assert_eq!(packing_of(canonical), Some(expected), "{}", name(vector));
        modes.insert(expected);
    }
    assert!(modes.len() > 2, "the vectors have both modes, and decimals that differ");
}

#[test]
fn decimals_are_those_of_the_text() {
    for decimals in 0..=36u8 {
        assert_eq!(packing_of(tolerance("2000", "50", &format!("{decimals}"))), Some((2, decimals)));
    }
}

#[test]
fn a_number_is_written_as_the_canonical_form_does_and_within_its_bounds() {
    for (age_ms, deviation_bps, decimals, accepted) in [
        ("1", "0", "0", true),
        ("3600000", "10000", "36", true),
        ("0", "0", "0", false),
        ("3600001", "0", "0", false),
        ("1", "10001", "0", false),
        ("1", "0", "37", false),
        ("1", "0", "08", false),
        ("1", "0", "", false),
        ("1", "0", "-1", false),
        ("1", "0", "+1", false),
        ("1", "0", "8.0", false),
        ("1", "0", "8e0", false),
        ("1", "0", "\"8\"", false),
        ("1", "0", " 8", false),
        ("00000001", "0", "8", false),
        ("4294967297", "0", "8", false),
    ] {
        let text = tolerance(age_ms, deviation_bps, decimals);
        assert_eq!(packing_of(&text).is_some(), accepted, "{text}");
    }
}

#[test]
fn what_a_requester_chooses_freely_is_no_aggregation() {
    let inner = tolerance("2000", "50", "8").replace('"', r#"\""#);
    for text in [
        format!(r#"{{"headers":{{"aggregation":"{inner}"}},"method":"GET","url":"https://a.example/"}}"#),
        format!(r#"{{"method":"GET","responseParser":"$['{inner}']","url":"https://a.example/"}}"#),
        format!(r#"{{"method":"GET","url":"https://a.example/?{inner}"}}"#),
    ] {
        assert_eq!(packing_of(&text), Some((1, 18)), "{text}");
    }
}

#[test]
fn any_other_beginning_is_refused() {
    let good = tolerance("2000", "50", "8");
    for text in [
        "",
        "{",
        "{}",
        "[]",
        r#"{"url":"https://a.example/"}"#,
        r#"{"responseParser":"$","url":"https://a.example/"}"#,
        r#" {"method":"GET"}"#,
        r#"{ "method":"GET"}"#,
        r#"{"method": "GET"}"#,
        r#"{"headers":[]}"#,
        r#"{"headers":null}"#,
        r#"{"aggregation":null,"method":"GET"}"#,
        r#"{"aggregation":{},"method":"GET"}"#,
        r#"{"Aggregation":{},"method":"GET"}"#,
        &good.replace("tolerance", "exact"),
        &good.replace("median", "mean"),
        &good.replace("int256", "uint256"),
        &good.replace(r#""rule":"median""#, r#""rule":"median","x":1"#),
        &good.replace(r#""maxAgeMs":2000,"#, ""),
        &good.replace(r#","method""#, r#","url""#),
        &good.replace(':', ": "),
        &good[..good.len() - 60],
    ] {
        assert_eq!(packing_of(text), None, "{text}");
    }
}

#[test]
fn other_members_may_come_between_aggregation_and_method() {
    for member in [r#""body":"{}""#, r#""headers":{"a":"b"}"#, r#""maxBytes":1"#] {
        let text = tolerance("2000", "50", "8").replace(r#""method""#, &format!(r#"{member},"method""#));
        assert_eq!(packing_of(text), Some((2, 8)), "{member}");
        assert_eq!(packing_of(format!(r#"{{{member},"method":"POST"}}"#)), Some((1, 18)), "{member}");
    }
}

#[test]
fn a_deviation_in_units_of_the_value_may_come_between() {
    let with = |deviation: &str| {
        tolerance("2000", "50", "8")
            .replace(r#","maxDeviationBps""#, &format!(r#","maxDeviation":{deviation},"maxDeviationBps""#))
    };
    for deviation in [r#""0.5""#, r#""1""#, r#""100000.00000001""#] {
        assert_eq!(packing_of(with(deviation)), Some((2, 8)), "{deviation}");
    }
    let longest = "1".repeat(129);
    for deviation in ["1", r#""""#, r#""-1""#, r#""1e3""#, r#""1","decimals":"1""#, &format!(r#""{longest}""#)] {
        assert_eq!(packing_of(with(deviation)), None, "{deviation}");
    }
}

/// The preimage of an index that names `sources` sources and has the ids of `length`.
fn index(sources: u8, min_sources: u8, decimals: u8, length: usize) -> Vec<u8> {
    let fields = [&[sources, min_sources, 50, 0][..], &[0; 32], &2_000u32.to_le_bytes(), &[decimals]].concat();
    [b"SVC_INDEX_V1".as_slice(), &fields, &vec![7; 32 * length]].concat()
}

#[test]
fn an_index_is_read_whole() {
    for sources in 2..=32 {
        let expected = Packing { mode: 2, decimals: 8, form: sources };
        assert_eq!(of_text(&index(sources, 2, 8, usize::from(sources))), Some(expected), "{sources} sources");
    }
    for (sources, min_sources, decimals, length) in
        [(1, 1, 8, 1), (33, 2, 8, 33), (3, 1, 8, 3), (3, 4, 8, 3), (3, 2, 37, 3), (3, 2, 8, 2), (3, 2, 8, 4)]
    {
        let text = index(sources, min_sources, decimals, length);
        assert_eq!(of_text(&text), None, "{min_sources} of {sources}, {decimals} decimals, {length} ids");
    }
    let good = index(3, 2, 8, 3);
    assert_eq!(of_text(&good[..good.len() - 1]), None, "a byte less");
    assert_eq!(of_text(&[&good[..], &[0]].concat()), None, "a byte more");
}

#[test]
fn indices_of_the_vectors() {
    for vector in list(&load("index-id.json"), "vectors") {
        let preimage = octets(text(vector, "preimage"));
        assert_eq!(keccak256(&[&preimage]), bytes(vector, "hash"));
        let form = list(vector, "sourceIds").len() as u8;
        let decimals = number(vector, "decimals") as u8;
        assert_eq!(of_text(&preimage), Some(Packing { mode: 2, decimals, form }));
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(packing_of(&bytes), None);
    }

    #[test]
    fn no_byte_of_a_beginning_can_be_another(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let good = tolerance("2000", "50", "8");
        let end = good.find("GET").unwrap();
        let mut text = good.clone().into_bytes();
        let at = at.index(end);
        prop_assume!(text[at] != byte && !text[at].is_ascii_digit());
        text[at] = byte;
        prop_assert_eq!(packing_of(&text), None);
    }
}
