//! The form of a value: whether it belongs to one source, to an index of several, or to a list of several (docs/protocol.md#message-m).
//!
//! Nodes sign the form. So a value of a list cannot be shown as the value of one source. Nor can a round of one source be
//! charged as one of several.

/// The form of a value of one source.
pub const SINGLE: u8 = 1;
/// The most sources of an index or a list.
pub const MAX_SOURCES: u8 = 32;
const LIST: u8 = 128;
const FEWEST_SOURCES: u8 = 2;

/// True for a form that nodes sign: 1 = a source, 2..32 = an index of so many sources, 128 + n = a list of n = 2..32.
pub const fn is_valid(form: u8) -> bool {
    let sources = units(form);
    let fewest = if is_list(form) { FEWEST_SOURCES } else { SINGLE };
    fewest <= sources && sources <= MAX_SOURCES
}

/// True if `form` is that of a list, where it is valid.
pub const fn is_list(form: u8) -> bool {
    form >= LIST
}

/// Number of rounds that a round of this form is charged as: the number of its sources.
pub const fn units(form: u8) -> u8 {
    form & !LIST
}

/// The form of a list of `sources`.
pub const fn of_list(sources: u8) -> u8 {
    LIST | sources
}

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;
