import type { KeeperAccountKind } from './account-kind.js';
import { agent } from './agent.js';
import { delegate } from './delegate.js';
import { owner } from './owner.js';
import { x402 } from './x402.js';

export type { KeeperAccountKind } from './account-kind.js';

export const KEEPER_ACCOUNT_KINDS = { owner, delegate, agent, x402 } as const satisfies Readonly<Record<string, KeeperAccountKind>>;

export type AccountKindName = keyof typeof KEEPER_ACCOUNT_KINDS;

export const ACCOUNT_KIND_NAMES = Object.keys(KEEPER_ACCOUNT_KINDS).filter(isAccountKind);

function isAccountKind(name: string): name is AccountKindName {
  return Object.hasOwn(KEEPER_ACCOUNT_KINDS, name);
}
