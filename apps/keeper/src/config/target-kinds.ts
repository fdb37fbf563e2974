import { MAX_SHOWN_SOURCE_BYTES } from '@oracle-gateway/ledger';

/** Members of `[targets.<name>]` that only some kinds have. */
export type TargetMember =
  | 'keypair_path'
  | 'priority_fee_percentile'
  | 'priority_fee_cap_micro_lamports'
  | 'key_path'
  | 'rpc_url'
  | 'rpc_url_path'
  | 'chain_id'
  | 'contract'
  | 'confirmations'
  | 'max_fee_gwei';

interface TargetKind {
  readonly needs: readonly TargetMember[];
  readonly takes: readonly TargetMember[];
  /** The most bytes of a source's canonical form; null where the target keeps no text. */
  readonly maxTextBytes: number | null;
}

export const TARGET_KINDS = {
  solana: {
    needs: [],
    takes: ['keypair_path', 'priority_fee_percentile', 'priority_fee_cap_micro_lamports'],
    maxTextBytes: MAX_SHOWN_SOURCE_BYTES,
  },
  evm: {
    needs: ['chain_id', 'contract'],
    takes: ['key_path', 'rpc_url', 'rpc_url_path', 'chain_id', 'contract', 'confirmations', 'max_fee_gwei'],
    maxTextBytes: null,
  },
} as const satisfies Readonly<Record<string, TargetKind>>;

export type TargetKindName = keyof typeof TARGET_KINDS;

export const TARGET_KIND_NAMES: readonly TargetKindName[] = ['solana', 'evm'];
