/**
 * The program's instructions, one row each. `pnpm run idl` writes idl.json, the TypeScript builders of packages/ledger and the table of
 * docs/protocol.md from them. Tests compare them with the program's parser and with the independent builders of tests/instructions.
 *
 * Data and fields: `name[32]` is 32 bytes, `name u8`, `name u64` and `name i64` are integers, `name key` is an address. `name[u16]` is bytes
 * behind their length, a u16. `name[...]` is the rest of the data.
 *
 * Accounts: roles (`s` signer, `w` writable, `-` neither), then the name. `?` behind the name makes the account optional; where an
 * instruction has several optional accounts, the program's own id stands in the place of an absent one. `= gateway(gateway_authority)`
 * behind the name derives the address from the seeds of accounts.mjs. A seed names an account or a data field of the same instruction;
 * any other name becomes an input of the builder, unless the row derives it too, under `derived`.
 *
 * `words`: how docs/protocol.md writes a field or an account where its name does not say enough.
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
export const PROOF = ['s[32]', 'commitment[20]', 'key_form u8', 'key_and_bitmap[...]'];

const SYSTEM = '- system_program';
const TOKEN = '- token_program';
const SIGNER_SET = '- signer_set?';
const CONFIG = '- config = config()';
const GATEWAY = '- gateway = gateway(gateway_authority)';
const REGISTRY = '- registry = registry(registry_version)';
const CURRENT_REGISTRY = '- current_registry = registry(registry_version)';
const NEW_GATEWAY = '- new_gateway = gateway(new_gateway_authority)';
const ESCROW = 'escrow = agent_escrow(payer, gateway)';
const ESCROW_TOKENS = 'w escrow_token_account = associated_token(escrow, mint)';
const TREASURY = 'w treasury = associated_token(config, mint)';
const SIGNER_SET_OF = 'w signer_set = signer_set(registry_version, signers)';

const ADMINISTRATION = ['s authority', 'w config = config()'];
const OWNERS = ['s owner', CONFIG, 'w subscription = subscription(owner)'];
const DELEGATE_OF = [CONFIG, '- subscription = subscription(owner)', 'w delegate = delegate(subscription, delegate_authority)'];
const DELEGATE_BOUNDS = ['rounds u64', 'max_signatures u8', 'expires_at i64'];
const PAYER_OF = ['sw payer', CONFIG, GATEWAY, `w ${ESCROW}`, SYSTEM];
const PAYMENT = ['w owner_token_account = associated_token(owner, mint)', TREASURY, TOKEN];

export const instructions = [
  {
    tag: 0,
    name: 'initialise',
    docs: 'Creates the Config account.',
    data: ['network_hash[32]', ...SETTINGS],
    accounts: ['sw upgrade_authority', 'w config = config()', '- program_data', '- mint', SYSTEM],
    words: {
      network_hash: 'network_hash[32] = sha256(CAIP-2 id)',
      upgrade_authority: 'upgrade authority (pays)',
      program_data: 'program data account of this program',
    },
  },
  { tag: 1, name: 'update_config', docs: 'Replaces every setting.', data: SETTINGS, accounts: ADMINISTRATION },
  {
    tag: 2,
    name: 'propose_authority',
    docs: 'Proposes another administrator, the first of two steps. A zero key withdraws the proposal.',
    data: ['new_authority key'],
    accounts: ADMINISTRATION,
  },
  {
    tag: 3,
    name: 'accept_authority',
    docs: 'Makes the proposed key the administrator, the second of two steps.',
    data: [],
    accounts: ['s pending_authority', 'w config = config()'],
  },
  {
    tag: 4,
    name: 'withdraw_treasury',
    docs: 'Moves collected fees from the treasury to a token account.',
    data: ['amount u64'],
    accounts: ['s authority', CONFIG, TREASURY, 'w destination', TOKEN],
    words: { treasury: 'treasury = ATA(config, mint)', destination: 'destination token account' },
  },
  {
    tag: 5,
    name: 'register_node',
    docs: 'Checks a proof of possession and writes the Node account. The node enters a registry version through `change_registry`.',
    data: ['index u8', 'public_key[64]', 'encryption_key[32]', 'operator key', 'proof_s[32]', 'proof_commitment[20]', 'endpoint[u8]'],
    accounts: ['sw authority', CONFIG, 'w node = node(index)', SYSTEM],
    words: { authority: 'authority (pays)' },
  },
  {
    tag: 6,
    name: 'change_registry',
    docs: 'Creates the next registry version.',
    data: ['redundancy_buffer u8', 'emergency u8', 'change_count u8', 'changes[...]'],
    accounts: ['sw authority', 'w config = config()', 'w current_registry', 'w new_registry', SYSTEM],
    remaining: 'nodes',
    words: {
      emergency: 'emergency u8 (0/1)',
      changes: 'then change_count × (op u8: 0 = set, 1 = remove; index u8)',
      authority: 'authority (pays)',
      current_registry: 'current registry (the system program when version = 0)',
      nodes: 'then one `` node account per `set`, in order',
    },
  },
  {
    tag: 7,
    name: 'register_gateway',
    docs: 'Creates the Gateway account of an authority.',
    data: ['gateway_authority key'],
    accounts: ['sw authority', CONFIG, 'w gateway = gateway(gateway_authority)', SYSTEM],
    words: { authority: 'authority (pays)' },
  },
  {
    tag: 8,
    name: 'set_gateway_status',
    docs: 'Takes a gateway out of service, or puts it back into service.',
    data: ['status u8'],
    accounts: ['s authority', CONFIG, 'w gateway = gateway(gateway_authority)'],
    words: { status: 'status u8 (0 = inactive, 1 = active, 2 = stopped in an emergency)' },
  },
  {
    tag: 9,
    name: 'open_subscription',
    docs: 'Opens a subscription. The owner pays the price and the rent.',
    data: ['max_signatures u8', 'rounds u64', 'expires_at i64', 'max_amount u64'],
    accounts: ['sw owner', CONFIG, 'w subscription = subscription(owner)', GATEWAY, CURRENT_REGISTRY, ...PAYMENT, SYSTEM],
    words: { owner: 'owner (pays)', owner_token_account: "owner's token account" },
  },
  {
    tag: 10,
    name: 'renew_subscription',
    docs: 'Adds rounds to a subscription and moves its expiry, which never becomes earlier.',
    data: ['rounds u64', 'expires_at i64', 'max_amount u64'],
    accounts: [...OWNERS, CURRENT_REGISTRY, ...PAYMENT],
    words: { owner_token_account: "owner's token account" },
  },
  {
    tag: 11,
    name: 'pause_subscription',
    docs: 'Pauses a subscription. Rounds up to 600 s after this time still settle.',
    data: [],
    accounts: OWNERS,
  },
  { tag: 12, name: 'resume_subscription', docs: 'Ends the pause of a subscription.', data: [], accounts: OWNERS },
  {
    tag: 13,
    name: 'change_subscription_gateway',
    docs:
      'Proposes the next gateway of a subscription, the first of two steps. The present gateway stops serving; its rounds up to 600 s after ' +
      'this time still settle. Proposing the present gateway withdraws the proposal.',
    data: [],
    accounts: [...OWNERS, NEW_GATEWAY],
  },
  {
    tag: 14,
    name: 'settle_round',
    docs: 'Verifies a round, writes its receipt, and takes one round off the subscription and off the delegate that asked for it.',
    data: ['api_config_hash[32]', 'value[32]', 'signatures_required u8', 'timestamp u64', ...PROOF],
    accounts: [
      'sw gateway_authority',
      CONFIG,
      GATEWAY,
      'w subscription = subscription(subscription_owner)',
      REGISTRY,
      'w receipt',
      SYSTEM,
      SIGNER_SET,
      'w delegate?',
    ],
    words: {
      gateway_authority: 'gateway authority (pays)',
      signer_set: "signer set if the proof's key form is 2, else this program",
      delegate: 'delegate if a delegate asked for the round, else `` this program',
    },
  },
  {
    tag: 15,
    name: 'confirm_subscription_gateway',
    docs:
      "Replaces the gateway of a subscription by the proposed one, the second of two steps. The old gateway's authority signs at any time, " +
      'the owner once the old gateway can settle nothing more.',
    data: [],
    accounts: [
      's signer',
      CONFIG,
      'w subscription = subscription(subscription_owner)',
      '- old_gateway = gateway(old_gateway_authority)',
      NEW_GATEWAY,
    ],
    words: { signer: 'owner or authority of the old gateway' },
  },
  {
    tag: 16,
    name: 'upgrade_subscription',
    docs: 'Raises the largest quorum of a subscription. The price is that of the additional signatures of all rounds left.',
    data: ['max_signatures u8', 'max_amount u64'],
    accounts: [...OWNERS, CURRENT_REGISTRY, ...PAYMENT],
    words: { owner_token_account: "owner's token account" },
  },
  {
    tag: 17,
    name: 'add_delegate',
    docs: 'Lets another key use rounds of a subscription. The owner pays the rent.',
    data: ['delegate_authority key', ...DELEGATE_BOUNDS],
    accounts: ['sw owner', ...DELEGATE_OF, SYSTEM],
    words: { owner: 'owner (pays)' },
  },
  {
    tag: 18,
    name: 'bound_delegate',
    docs: 'Replaces all bounds of a delegate. Rounds that were served under larger bounds still settle.',
    data: DELEGATE_BOUNDS,
    accounts: ['s owner', ...DELEGATE_OF],
  },
  {
    tag: 19,
    name: 'revoke_delegate',
    docs: 'Ends a delegate for good. Rounds that were served before still settle.',
    data: [],
    accounts: ['s owner', ...DELEGATE_OF],
  },
  {
    tag: 20,
    name: 'close_delegate',
    docs: 'Closes a revoked or expired delegate that has nothing left to settle. The owner gets the lamports.',
    data: [],
    accounts: ['sw owner', ...DELEGATE_OF],
    words: { owner: 'owner (gets the lamports)' },
  },
  {
    tag: 21,
    name: 'settle_agent_round',
    docs: "Verifies an agent round and its payer's request, moves the amount to the treasury, and writes the round's account.",
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
      CONFIG,
      GATEWAY,
      '- payer',
      `w ${ESCROW}`,
      ESCROW_TOKENS,
      TREASURY,
      REGISTRY,
      'w agent_round',
      TOKEN,
      SYSTEM,
      SIGNER_SET,
    ],
    words: {
      gateway_authority: 'gateway authority (pays)',
      escrow_token_account: "escrow's token account = ATA(escrow, mint)",
      signer_set: "signer set, if the proof's key form is 2",
    },
  },
  {
    tag: 22,
    name: 'pause_escrow',
    docs: 'Pauses an escrow, and creates its account if it does not exist. Rounds up to 600 s after this time still settle.',
    data: [],
    accounts: PAYER_OF,
    words: { payer: 'payer (pays, where the account is created)' },
  },
  {
    tag: 23,
    name: 'resume_escrow',
    docs: 'Ends the pause of an escrow, and a request to withdraw with it.',
    data: [],
    accounts: ['s payer', CONFIG, `w ${ESCROW}`],
    derived: [GATEWAY],
  },
  {
    tag: 24,
    name: 'request_withdraw',
    docs: 'Pauses an escrow, creates its account if it does not exist, and starts the delay after which the payer may withdraw.',
    data: [],
    accounts: PAYER_OF,
    words: { payer: 'payer (pays, where the account is created)' },
  },
  {
    tag: 25,
    name: 'withdraw_escrow',
    docs: 'Pays the payer from the escrow, after the delay and once no round served before can settle any more.',
    data: ['amount u64'],
    accounts: ['s payer', CONFIG, `- ${ESCROW}`, ESCROW_TOKENS, 'w payer_token_account', TOKEN],
    derived: [GATEWAY],
    words: { escrow_token_account: "escrow's token account", payer_token_account: 'token account of the payer' },
  },
  {
    tag: 26,
    name: 'submit',
    docs: 'Writes an attested value to its feed.',
    data: ['owner key', 'source_id[32]', 'value[32]', 'signatures_required u8', 'timestamp_ms u64', 'text[u16]', ...PROOF],
    accounts: ['sw payer', CONFIG, REGISTRY, 'w feed', SYSTEM, SIGNER_SET],
    words: { payer: 'payer (pays, where the account is created)', signer_set: "signer set, if the proof's key form is 2" },
  },
  {
    tag: 27,
    name: 'create_signer_set',
    docs: "Verifies and keeps the sum of the signers' keys, for every instruction that brings an attestation by these signers.",
    data: ['aggregate_x[32]', 'aggregate_y[32]', 'bitmap[...]'],
    accounts: ['sw payer', REGISTRY, SIGNER_SET_OF, SYSTEM],
    words: { bitmap: 'bitmap[⌈count/8⌉]', payer: 'payer (pays)' },
  },
  {
    tag: 28,
    name: 'close_round',
    docs: "Closes the account of a round that can never settle again. Any key may send it; the gateway's authority gets the lamports.",
    data: [],
    accounts: [CONFIG, GATEWAY, 'w round', 'w gateway_authority'],
    words: { gateway: 'gateway that settled it', round: 'round receipt or agent round', gateway_authority: 'authority of that gateway' },
  },
  {
    tag: 29,
    name: 'close_registry',
    docs: 'Closes a registry version that no round settles against any more. Any key may send it; the administrator gets the lamports.',
    data: [],
    accounts: [CONFIG, 'w registry = registry(registry_version)', 'w authority'],
    words: { authority: 'authority of Config' },
  },
  {
    tag: 30,
    name: 'close_signer_set',
    docs: 'Closes a signer set whose registry version is over. Any key may send it; the payer of the signer set gets the lamports.',
    data: [],
    accounts: [REGISTRY, SIGNER_SET_OF, 'w payer'],
    words: { registry: 'registry of its version, closed or not', payer: 'its payer' },
  },
];
