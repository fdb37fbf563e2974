// The syscalls that programs may call (solana-define-syscall 5.3). A name that is not here is an error of the linker, not
// of the program at run time.
const NAMES = `
  alt_bn128_compression alt_bn128_group_op big_mod_exp blake3 create_program_address curve_decompress curve_group_op
  curve_multiscalar_mul curve_pairing_map curve_validate_point get_clock_sysvar get_epoch_rewards_sysvar
  get_epoch_schedule_sysvar get_epoch_stake get_fees_sysvar get_last_restart_slot get_leader
  get_processed_sibling_instruction get_rent_sysvar get_return_data get_stack_height get_sysvar invoke_signed_c
  invoke_signed_rust keccak256 keccak_p1600 log_ log_64_ log_compute_units_ log_data log_pubkey memcmp_ memcpy_ memmove_
  memset_ panic_ poseidon remaining_compute_units secp256k1_recover set_return_data sha256 sha512 try_find_program_address
`;

const SYSCALLS = new Set([
  'abort',
  ...NAMES.trim()
    .split(/\s+/)
    .map((name) => `sol_${name}`),
]);

/** LLVM from version 21 on emits a call to this for traps. */
const ALIASES = new Map([['__bpf_trap', 'abort']]);

/** The syscall of an undefined symbol. */
export function syscallOf(symbol) {
  const name = ALIASES.get(symbol) ?? symbol;
  if (!SYSCALLS.has(name)) throw new Error(`undefined symbol ${symbol}`);
  return name;
}

function rotateLeft(value, bits) {
  return (value << bits) | (value >>> (32 - bits));
}
function scramble(word) {
  return Math.imul(rotateLeft(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
}

/** murmur3, 32 bits, seed 0: how SBPF names a syscall in a call instruction. */
export function syscallHash(name) {
  const bytes = Buffer.from(name);
  const whole = bytes.length & ~3;
  let hash = 0;
  for (let at = 0; at < whole; at += 4) {
    hash = rotateLeft(hash ^ scramble(bytes.readUInt32LE(at)), 13);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  if (whole < bytes.length) hash ^= scramble(bytes.readUIntLE(whole, bytes.length - whole));
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
