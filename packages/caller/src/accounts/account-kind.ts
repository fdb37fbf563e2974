import type { Account, Allowance, Signer } from '@oracle-gateway/client';

import type { SettingValues } from '../config/setting.js';
import type { CallerDeps } from '../deps.js';
import type { SignInStore } from './sign-in-store.js';

/** The key of a call, read when an account needs it. */
export interface CalledKey {
  readonly signer: Signer;
  /** 64 bytes, for a library that signs transactions. Never print it. */
  readonly secretKey: Uint8Array;
}

export interface AccountDeps {
  readonly libraries: CallerDeps['libraries'];
  readonly sessions: SignInStore;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** Throws UsageError where no key is given. */
  readonly readKey: () => Promise<CalledKey>;
  /** Null where no key is given. */
  readonly findKey: () => Promise<CalledKey | null>;
  /** Throws UsageError where the setting is absent. */
  readonly settingOf: <N extends keyof SettingValues>(name: N) => NonNullable<SettingValues[N]>;
  /** Most that one round may cost. Throws UsageError where it is absent and the command pays. */
  readonly maxAmount: () => bigint;
  /** Address of a sample key of the localnet; null without a localnet. */
  readonly sampleAddress: (name: string) => Promise<string | null>;
}

export interface AccountInput {
  readonly settings: SettingValues;
  /** Sum that all rounds may cost together, in the unit of the kind. */
  readonly allowance?: Allowance | undefined;
}

/** Unit of an allowance. */
export type SpendingUnit = 'atomic units' | 'rounds';

/** One of the accounts that can pay for a round: a row for each, so that no command knows them by name. */
export interface AccountKind {
  readonly meaning: string;
  /** Name of the localnet's sample key. */
  readonly sampleKey: string;
  /** Rounds of a subscription are paid for in advance. Anything else moves money. */
  readonly unit: SpendingUnit;
  readonly open: (deps: AccountDeps, input: AccountInput) => Promise<Account>;
}
