use super::*;

#[test]
fn a_source_an_index_and_a_list_are_the_only_forms() {
    let valid: std::vec::Vec<u8> = (0..=u8::MAX).filter(|form| is_valid(*form)).collect();
    let expected: std::vec::Vec<u8> = (1..=32).chain(128 + 2..=128 + 32).collect();
    assert_eq!(valid, expected);
}

#[test]
fn a_form_is_charged_by_its_sources() {
    assert_eq!((units(1), units(3), units(128 + 20)), (1, 3, 20));
    assert_eq!((is_list(32), is_list(128 + 2), of_list(20)), (false, true, 148));
}
