//! The data of the oracle program's instruction `submit_many`: values of a list under one signature, and the proof.
//!
//! A list has up to 32 entries, in groups of four. The nodes sign a hash over the hashes of the groups, so an instruction may show
//! some groups whole and the others as their hash: no transaction needs room for all.
use crate::{fields::Fields, form, keccak::keccak256, proof::Proof, submission::Claim};

const VALUES_LABEL: &[u8] = b"SVC_VALUES_V1";

/// Entries of a group; the last group of a list may have fewer.
pub const GROUP: usize = 4;
/// Groups of the longest list.
pub const MAX_GROUPS: usize = form::MAX_SOURCES as usize / GROUP;

type Bytes32 = [u8; 32];
/// An entry as nodes sign it: the source's id, whether it has a value, and the value.
type EntryBytes = [u8; 65];

/// One source of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Place in the list, from 0.
    pub place: usize,
    /// Identity of the source.
    pub source_id: &'a Bytes32,
    /// 32 big-endian bytes; `None` where too few nodes had a value.
    pub value: Option<&'a Bytes32>,
}

/// A group of a list, as an instruction brings it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group<'a> {
    Shown(&'a [EntryBytes]),
    Hidden(&'a Bytes32),
}

/// Data of `submit_many`.
#[derive(Debug, PartialEq, Eq)]
pub struct ListSubmission<'a> {
    /// Owner of the feeds.
    pub owner: &'a Bytes32,
    /// Identity of the list.
    pub source_id: &'a Bytes32,
    /// Number of nodes that signed.
    pub signatures_required: u8,
    /// Unix time of the request.
    pub timestamp_ms: u64,
    /// Unix time at or after which every signer began to fetch the values.
    pub observed_at_ms: u64,
    /// Number of sources of the list: 2 to 32.
    pub sources: u8,
    groups: [Group<'a>; MAX_GROUPS],
    /// The signature and its signers.
    pub proof: Proof<'a>,
}

impl<'a> ListSubmission<'a> {
    /// First byte of the instruction's data.
    pub const TAG: u8 = 37;

    /// The whole data of the instruction; `None` for any other bytes.
    pub fn parse(data: &'a [u8]) -> Option<Self> {
        let (tag, fields) = data.split_first()?;
        if *tag == Self::TAG {
            Self::parse_fields(fields)
        } else {
            None
        }
    }

    /// `parse` for the data behind the tag.
    pub fn parse_fields(data: &'a [u8]) -> Option<Self> {
        let mut fields = Fields::new(data);
        let (owner, source_id, signatures_required) = (fields.array()?, fields.array()?, fields.u8()?);
        let (timestamp_ms, observed_at_ms) = (fields.u64()?, fields.u64()?);
        let sources = fields.u8().filter(|sources| form::is_valid(form::of_list(*sources)))?;
        let groups = read_groups(&mut fields, usize::from(sources))?;
        let proof = Proof::parse(fields.rest(), signatures_required)?;
        Some(Self { owner, source_id, signatures_required, timestamp_ms, observed_at_ms, sources, groups, proof })
    }

    /// The list's value, which the nodes signed.
    #[inline(never)]
    pub fn value(&self) -> Bytes32 {
        let mut hashes = [[0; 32]; MAX_GROUPS];
        for (hash, group) in hashes.iter_mut().zip(&self.groups) {
            *hash = match group {
                Group::Shown(entries) => keccak256(&[entries.as_flattened()]),
                Group::Hidden(hash) => **hash,
            };
        }
        let count = usize::from(self.sources).div_ceil(GROUP);
        keccak256(&[VALUES_LABEL, &[self.sources], hashes[..count].as_flattened()])
    }

    /// The claim of the list whose value is `value`, as the nodes signed it.
    pub fn claim<'b>(&'b self, value: &'b Bytes32) -> Claim<'b> {
        Claim {
            owner: self.owner,
            source_id: self.source_id,
            value,
            signatures_required: self.signatures_required,
            form: form::of_list(self.sources),
            timestamp_ms: self.timestamp_ms,
            observed_at_ms: self.observed_at_ms,
        }
    }

    /// The entries of the groups that are shown, in their order.
    pub fn shown(&self) -> impl Iterator<Item = Entry<'a>> + Clone + use<'a, '_> {
        self.groups.iter().enumerate().flat_map(|(number, group)| {
            let entries: &[EntryBytes] = if let Group::Shown(entries) = group { entries } else { &[] };
            entries.iter().enumerate().filter_map(move |(place, entry)| entry_of(GROUP * number + place, entry))
        })
    }
}

/// Which groups are shown, a bit for each from the lowest on, and then each group: its entries, or its hash.
fn read_groups<'a>(fields: &mut Fields<'a>, sources: usize) -> Option<[Group<'a>; MAX_GROUPS]> {
    let shown = fields.u8()?;
    let count = sources.div_ceil(GROUP);
    if usize::from(shown) >> count != 0 {
        return None;
    }
    let mut groups = [Group::Shown(&[]); MAX_GROUPS];
    for (number, group) in groups.iter_mut().take(count).enumerate() {
        *group = if (shown >> number) & 1 == 0 {
            Group::Hidden(fields.array()?)
        } else {
            let length = GROUP.min(sources - GROUP * number);
            let (entries, _) = fields.slice(size_of::<EntryBytes>() * length)?.as_chunks();
            let is_known = |entry: &EntryBytes| entry_of(0, entry).is_some();
            Group::Shown(entries.iter().all(is_known).then_some(entries)?)
        };
    }
    Some(groups)
}

/// `None` for a flag that is neither 0 nor 1.
fn entry_of(place: usize, entry: &EntryBytes) -> Option<Entry<'_>> {
    let (source_id, rest) = entry.split_first_chunk()?;
    let ([present], value) = rest.split_first_chunk()?;
    let value = value.first_chunk()?;
    match *present {
        0 => Some(Entry { place, source_id, value: None }),
        1 => Some(Entry { place, source_id, value: Some(value) }),
        _ => None,
    }
}

#[cfg(test)]
#[path = "list_tests.rs"]
mod tests;
