/** Fields and accounts that several instructions share, in the notation of instructions.mjs. */

/** The settings that were there before announced changes: Config has them in one run. */
export const PRICED_SETTINGS = [
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
export const SETTINGS = [...PRICED_SETTINGS, 'additions_delay_seconds u64', 'guardian key'];

/** The key bytes of `key_form` and the bitmap have no lengths of their own: the quorum and the registry's count give them. */
export const PROOF = ['s[32]', 'commitment[20]', 'key_form u8', 'key_and_bitmap[...]'];

/** The claim of a settlement, but for the times: each path has a name of its own for the first. */
export const CLAIMED = ['api_config_hash[32]', 'value[32]', 'signatures_required u8', 'form u8'];

/** Times of a submission: of the request, and of the observation. */
export const TIMES = ['timestamp_ms u64', 'observed_at_ms u64'];

export const SYSTEM = '- system_program';
export const TOKEN = '- token_program';
export const SIGNER_SET = '- signer_set?';
export const CONFIG = '- config = config()';
export const GATEWAY = '- gateway';
export const REGISTRY = '- registry = registry(registry_version)';
export const CURRENT_REGISTRY = '- current_registry = registry(registry_version)';
export const NEW_GATEWAY = '- new_gateway';
export const ESCROW = 'escrow = agent_escrow(payer, gateway)';
export const ESCROW_TOKENS = 'w escrow_token_account = associated_token(escrow, mint)';
export const TREASURY = 'w treasury = associated_token(config, mint)';
export const SIGNER_SET_OF = 'w signer_set = signer_set(registry_version, signers)';

const ANNOUNCED = 'w pending_change?';
export const ADMINISTRATION = ['sw authority', 'w config = config()', ANNOUNCED];
export const WHERE_ANNOUNCED = {
  pending_change: 'pending change, where the change must be announced',
  authority: "authority (gets the pending change's lamports)",
};
export const OWNERS = ['s owner', CONFIG, 'w subscription = subscription(owner)'];
export const DELEGATE_OF = [CONFIG, '- subscription = subscription(owner)', 'w delegate = delegate(subscription, delegate_authority)'];
export const DELEGATE_BOUNDS = ['rounds u64', 'max_signatures u8', 'expires_at i64'];
export const PAYER_OF = ['sw payer', CONFIG, GATEWAY, `w ${ESCROW}`, SYSTEM];
export const PAYMENT = ['w owner_token_account = associated_token(owner, mint)', TREASURY, TOKEN];
