import type { AccountKind } from './account-kind.js';
import { agent } from './agent.js';
import { delegate } from './delegate.js';
import { owner } from './owner.js';
import { x402 } from './x402.js';

export type { AccountKind } from './account-kind.js';

export const ACCOUNT_KINDS = { owner, delegate, agent, x402 } as const satisfies Readonly<Record<string, AccountKind>>;

export type AccountKindName = keyof typeof ACCOUNT_KINDS;

export const ACCOUNT_KIND_NAMES = Object.keys(ACCOUNT_KINDS).filter(isAccountKind);

function isAccountKind(name: string): name is AccountKindName {
  return Object.hasOwn(ACCOUNT_KINDS, name);
}
