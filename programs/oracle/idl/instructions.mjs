/**
 * The program's instructions in the notation of docs/protocol.md, with which `idl.test.ts` compares it: what `pnpm run idl` makes idl.json from.
 *
 * Data and fields: `name[32]` is so many bytes, `name u8`, `name u64`, `name i64` are integers, `name key` an address; `name[u16]` is bytes
 * behind their number, a u16; the rest of the data is `name[...]`. Accounts: roles (`s` signer, `w` writable, `-` neither), then the
 * name; `?` behind the name is optional. Where there are several, the program's own id stands in the place of one that is left out.
 */
export const SETTINGS = [
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
const SIGNER_SET = '- signer_set?';
const ADMINISTRATION = ['s authority', 'w config'];
const OWNERS = ['s owner', '- config', 'w subscription'];
const DELEGATE_OF = ['- config', '- subscription', 'w delegate'];
const DELEGATE_BOUNDS = ['rounds u64', 'max_signatures u8', 'expires_at i64'];
const PAYER_OF = ['sw payer', '- config', '- gateway', 'w escrow', SYSTEM];
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
    data: ['index u8', 'public_key[64]', 'encryption_key[32]', 'operator key', 'proof_s[32]', 'proof_commitment[20]', 'endpoint[u8]'],
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
    accounts: [
      'sw gateway_authority',
      '- config',
      '- gateway',
      'w subscription',
      '- registry',
      'w receipt',
      SYSTEM,
      SIGNER_SET,
      'w delegate?',
    ],
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
    tag: 17,
    name: 'add_delegate',
    data: ['delegate_authority key', ...DELEGATE_BOUNDS],
    accounts: ['sw owner', ...DELEGATE_OF, SYSTEM],
  },
  { tag: 18, name: 'bound_delegate', data: DELEGATE_BOUNDS, accounts: ['s owner', ...DELEGATE_OF] },
  { tag: 19, name: 'revoke_delegate', data: [], accounts: ['s owner', ...DELEGATE_OF] },
  { tag: 20, name: 'close_delegate', data: [], accounts: ['sw owner', ...DELEGATE_OF] },
  {
    tag: 21,
    name: 'settle_agent_round',
    data: [
      'api_config_hash[32]',
      'value[32]',
      'signatures_required u8',
      'canonical_timestamp u64',
      'amount u64',
      'request_signature[64]',
      ...PROOF,
    ],
    accounts: [
      'sw gateway_authority',
      '- config',
      '- gateway',
      '- payer',
      'w escrow',
      'w escrow_token_account',
      'w treasury',
      '- registry',
      'w agent_round',
      TOKEN,
      SYSTEM,
      SIGNER_SET,
    ],
  },
  { tag: 22, name: 'pause_escrow', data: [], accounts: PAYER_OF },
  { tag: 23, name: 'resume_escrow', data: [], accounts: ['s payer', '- config', 'w escrow'] },
  { tag: 24, name: 'request_withdraw', data: [], accounts: PAYER_OF },
  {
    tag: 25,
    name: 'withdraw_escrow',
    data: ['amount u64'],
    accounts: ['s payer', '- config', '- escrow', 'w escrow_token_account', 'w payer_token_account', TOKEN],
  },
  {
    tag: 26,
    name: 'submit',
    data: ['owner key', 'source_id[32]', 'value[32]', 'signatures_required u8', 'timestamp_ms u64', 'text[u16]', ...PROOF],
    accounts: ['sw payer', '- config', '- registry', 'w feed', SYSTEM, SIGNER_SET],
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
