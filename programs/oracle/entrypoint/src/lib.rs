//! The oracle program as a file to deploy. Its whole behaviour is in the library `oracle-program`. Other programs depend on the
//! library, because a program has one entrypoint.
#![no_std]

/// The longest account list is `change_registry` with one Node account per slot. One more account is read, so that a longer
/// list is refused instead of cut.
const MAX_ACCOUNTS: usize = 5 + oracle_program::accounts::registry::MAX_NODES + 1;

pinocchio::program_entrypoint!(oracle_program::process, MAX_ACCOUNTS);
pinocchio::no_allocator!();
pinocchio::nostd_panic_handler!();

/// Names and values, each ended by a zero byte, between two markers: <https://github.com/neodyme-labs/solana-security-txt>.
/// The crate of that name needs std.
const SECURITY_TXT: &str = concat!(
    "=======BEGIN SECURITY.TXT V1=======\0",
    "name\0Oracle Gateway: the oracle program\0",
    "project_url\0https://github.com/oracle-gateway/oracle-gateway\0",
    "contacts\0link:https://github.com/oracle-gateway/oracle-gateway/security/advisories/new\0",
    "policy\0https://github.com/oracle-gateway/oracle-gateway/blob/main/SECURITY.md\0",
    "preferred_languages\0en\0",
    "source_code\0https://github.com/oracle-gateway/oracle-gateway/tree/main/programs/oracle\0",
    "auditors\0None\0",
    "=======END SECURITY.TXT V1=======\0",
);

/// Text that explorers show to the finder of a vulnerability. They search for the markers in the deployed file.
#[cfg_attr(any(target_os = "solana", target_arch = "bpf"), link_section = ".security.txt")]
#[no_mangle]
#[used]
#[allow(non_upper_case_globals)]
pub static security_txt: [u8; SECURITY_TXT.len()] = {
    let mut bytes = [0; SECURITY_TXT.len()];
    bytes.copy_from_slice(SECURITY_TXT.as_bytes());
    bytes
};
