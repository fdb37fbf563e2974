import type { AccountKind } from './account-kind.js';
import type { AccountName } from './account-names.js';
import { agent } from './agent.js';
import { delegate } from './delegate.js';
import { owner } from './owner.js';
import { session } from './session.js';
import { x402 } from './x402.js';

export const ACCOUNT_KINDS: Readonly<Record<AccountName, AccountKind>> = { owner, delegate, session, agent, x402 };

export const DEFAULT_ACCOUNT: AccountName = 'owner';
