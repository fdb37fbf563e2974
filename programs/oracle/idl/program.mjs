/**
 * The program in the notation of docs/protocol.md, with which `idl.test.ts` compares it: what `pnpm run idl` makes idl.json from.
 *
 * Data and fields: `name[32]` is so many bytes, `name u8`, `name u64`, `name i64` are integers, `name key` an address; the rest of the
 * data is `name[...]`. Accounts: roles (`s` signer, `w` writable, `-` neither), then the name; `?` behind the name is optional.
 */
const SETTINGS = [
  'min_signers u8',
  'version_grace_seconds u64',
  'settle_window_seconds u64',
  'withdraw_delay_seconds u64',
  'x402_round_base u64',
  'reward_per_signature u64',
  'agent_round_base u64',
  'agent_round_per_sig u64',
  'subscription_round_base u64',
  'subscription_round_per_sig u64',
];

/** The key bytes of `key_form` and the bitmap have no lengths of their own: the quorum and the registry's count give them. */
const PROOF = ['s[32]', 'commitment[20]', 'key_form u8', 'key_and_bitmap[...]'];

const SYSTEM = '- system_program';
const TOKEN = '- token_program';
const ADMINISTRATION = ['s authority', 'w config'];
const OWNERS = ['s owner', '- config', 'w subscription'];
const PAYMENT = ['w owner_token_account', 'w treasury', TOKEN];

export const instructions = [
  {
    tag: 0,
    name: 'initialise',
    data: ['network_hash[32]', ...SETTINGS],
    accounts: ['sw upgrade_authority', 'w config', '- program_data', '- mint', SYSTEM],
  },
  { tag: 1, name: 'update_config', data: SETTINGS, accounts: ADMINISTRATION },
  { tag: 2, name: 'propose_authority', data: ['new_authority key'], accounts: ADMINISTRATION },
  { tag: 3, name: 'accept_authority', data: [], accounts: ['s pending_authority', 'w config'] },
  { tag: 4, name: 'withdraw_treasury', data: ['amount u64'], accounts: ['s authority', '- config', 'w treasury', 'w destination', TOKEN] },
  {
    tag: 5,
    name: 'register_node',
    data: [
      'index u8',
      'public_key[64]',
      'encryption_key[32]',
      'operator key',
      'proof_s[32]',
      'proof_commitment[20]',
      'endpoint_length u8',
      'endpoint[...]',
    ],
    accounts: ['sw authority', '- config', 'w node', SYSTEM],
  },
  {
    tag: 6,
    name: 'change_registry',
    data: ['redundancy_buffer u8', 'emergency u8', 'change_count u8', 'changes[...]'],
    accounts: ['sw authority', 'w config', 'w current_registry', 'w new_registry', SYSTEM],
    remaining: 'nodes',
  },
  { tag: 7, name: 'register_gateway', data: ['gateway_authority key'], accounts: ['sw authority', '- config', 'w gateway', SYSTEM] },
  { tag: 8, name: 'set_gateway_status', data: ['status u8'], accounts: ['s authority', '- config', 'w gateway'] },
  {
    tag: 9,
    name: 'open_subscription',
    data: ['max_signatures u8', 'rounds u64', 'expires_at i64', 'max_amount u64'],
    accounts: ['sw owner', '- config', 'w subscription', '- gateway', '- current_registry', ...PAYMENT, SYSTEM],
  },
  {
    tag: 10,
    name: 'renew_subscription',
    data: ['rounds u64', 'expires_at i64', 'max_amount u64'],
    accounts: [...OWNERS, '- current_registry', ...PAYMENT],
  },
  { tag: 11, name: 'pause_subscription', data: [], accounts: OWNERS },
  { tag: 12, name: 'resume_subscription', data: [], accounts: OWNERS },
  { tag: 13, name: 'change_subscription_gateway', data: [], accounts: [...OWNERS, '- new_gateway'] },
  {
    tag: 14,
    name: 'settle_round',
    data: ['api_config_hash[32]', 'value[32]', 'signatures_required u8', 'timestamp u64', ...PROOF],
    accounts: ['sw gateway_authority', '- config', '- gateway', 'w subscription', '- registry', 'w receipt', SYSTEM, '- signer_set?'],
  },
  {
    tag: 15,
    name: 'confirm_subscription_gateway',
    data: [],
    accounts: ['s signer', '- config', 'w subscription', '- old_gateway', '- new_gateway'],
  },
  {
    tag: 16,
    name: 'upgrade_subscription',
    data: ['max_signatures u8', 'max_amount u64'],
    accounts: [...OWNERS, '- current_registry', ...PAYMENT],
  },
  {
    tag: 27,
    name: 'create_signer_set',
    data: ['aggregate_x[32]', 'aggregate_y[32]', 'bitmap[...]'],
    accounts: ['sw payer', '- registry', 'w signer_set', SYSTEM],
  },
  { tag: 28, name: 'close_round', data: [], accounts: ['- config', '- gateway', 'w round', 'w gateway_authority'] },
  { tag: 29, name: 'close_registry', data: [], accounts: ['- config', 'w registry', 'w authority'] },
  { tag: 30, name: 'close_signer_set', data: [], accounts: ['- registry', 'w signer_set', 'w payer'] },
];

/** `fields` follow the eight bytes of the discriminator. `seeds`: texts in quotes, then as fields. */
export const accounts = [
  {
    name: 'Config',
    discriminator: 'SVC_CFG1',
    seeds: ['"config"'],
    fields: [
      'bump u8',
      'min_signers u8',
      'reserved[6]',
      'deployment_id[32]',
      'authority key',
      'pending_authority key',
      'mint key',
      'registry_version u64',
      ...SETTINGS.slice(1),
      'oldest_accepted_version u64',
      'settle_floor i64',
    ],
  },
  {
    name: 'Registry',
    discriminator: 'SVC_REG1',
    seeds: ['"registry"', 'version u64'],
    fields: [
      'bump u8',
      'count u8',
      'redundancy_buffer u8',
      'min_signers u8',
      'active u8',
      'reserved[3]',
      'version u64',
      'created_at i64',
      'accept_until i64',
      'keys[...]',
    ],
  },
  {
    name: 'Node',
    discriminator: 'SVC_NOD1',
    seeds: ['"node"', 'index u8'],
    fields: [
      'bump u8',
      'index u8',
      'reserved[6]',
      'public_key[64]',
      'operator key',
      'encryption_key[32]',
      'previous_encryption_key[32]',
      'encryption_key_changed_at i64',
      'registered_at i64',
      'endpoint_length u8',
      'endpoint[127]',
    ],
  },
  {
    name: 'Gateway',
    discriminator: 'SVC_GWY1',
    seeds: ['"gateway"', 'authority key'],
    fields: ['bump u8', 'reserved[7]', 'authority key', 'registered_at i64', 'deactivated_at i64', 'reactivated_at i64'],
  },
  {
    name: 'Subscription',
    discriminator: 'SVC_SUB1',
    seeds: ['"subscription"', 'owner key'],
    fields: [
      'bump u8',
      'max_signatures u8',
      'reserved[6]',
      'owner key',
      'gateway key',
      'pending_gateway key',
      'gateway_from i64',
      'rounds_left u64',
      'expires_at i64',
      'paused_at i64',
      'resumed_at i64',
      'opened_at i64',
      'change_proposed_at i64',
    ],
  },
  {
    name: 'RoundReceipt',
    discriminator: 'SVC_RCT1',
    seeds: ['"round"', 'consumer_authority key', 'api_config_hash[32]', 'signatures_required u8', 'timestamp u64'],
    fields: ['message[32]', 'gateway key', 'timestamp u64'],
  },
  {
    name: 'SignerSet',
    discriminator: 'SVC_SST1',
    seeds: ['"signer_set"', 'registry_version u64', 'signers[32]'],
    fields: [
      'bump u8',
      'registry_bump u8',
      'signatures u8',
      'reserved[5]',
      'registry_version u64',
      'signers[32]',
      'payer key',
      'aggregate_key[64]',
    ],
  },
];
