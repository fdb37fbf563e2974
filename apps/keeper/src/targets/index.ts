import { evm } from './evm/index.js';
import { solana } from './solana/index.js';
import type { TargetKind } from './target-kind.js';

export type { ConfiguredTarget, TargetSecrets, WriteCost } from './target-kind.js';

export const TARGET_KINDS = { solana, evm } as const satisfies Readonly<Record<string, TargetKind<never>>>;

export type TargetKindName = keyof typeof TARGET_KINDS;

export const TARGET_KIND_NAMES = Object.keys(TARGET_KINDS).filter(isTargetKind);

/** Members of `[targets.<name>]` of all kinds, each optional. */
export const TARGET_MEMBERS = { ...solana.members, ...evm.members };

function isTargetKind(name: string): name is TargetKindName {
  return Object.hasOwn(TARGET_KINDS, name);
}
