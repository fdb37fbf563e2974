use super::*;
use std::{collections::BTreeSet, string::ToString};

#[test]
fn each_refusal_has_a_code_a_name_and_a_sentence_of_its_own() {
    let codes: BTreeSet<u32> = Refusal::ALL.iter().map(|refusal| *refusal as u32).collect();
    assert_eq!(codes.len(), Refusal::ALL.len());
    assert!(codes.iter().all(|code| (7_000..7_100).contains(code)), "the range of this crate");
    let names: BTreeSet<&str> = Refusal::ALL.iter().map(|refusal| refusal.name()).collect();
    assert_eq!(names.len(), Refusal::ALL.len());
    for refusal in Refusal::ALL {
        let text = refusal.to_string();
        assert!(text.starts_with(char::is_uppercase) && text.ends_with('.'), "{text}");
    }
    assert_eq!(Refusal::Stale.to_string(), "The value is older than allowed.");
}

#[test]
fn the_code_of_a_feed_says_which_feed_and_which_fault() {
    let codes: BTreeSet<u32> =
        (0..=255).flat_map(|place| Refusal::ALL.iter().map(move |refusal| refusal.code_of_feed(place))).collect();
    assert_eq!(codes.len(), 256 * Refusal::ALL.len());
    assert_eq!((Refusal::Stale.code_of_feed(0), Refusal::Stale.code_of_feed(2)), (Refusal::Stale as u32, 7_207));
}
