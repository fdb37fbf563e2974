import { type CommandDefinition, type CommandDeps, grouped, PROFILE_FLAGS, settingFlag } from '@oracle-gateway/caller/command';
import { findSecretKey, readCallSettings, requiredSetting, SETTINGS, type CallSettings, UsageError } from '@oracle-gateway/caller/settings';
import type { LedgerSigner } from '@oracle-gateway/ledger';

import type { LedgerViewInput } from '../admin-ledger.js';
import { address } from './value-kinds.js';

export interface AdminDeps {
  /** Returns the typed answer; null at the end of the input. */
  readonly ask: (question: string) => Promise<string | null>;
  /** The standard input; null where a user would have to type it. */
  readonly input: () => AsyncIterable<Uint8Array> | null;
}

export type AdminCommand = CommandDefinition<AdminDeps>;

/** The deployment of the program, and the server that reads it. */
export const LEDGER_FLAGS = {
  ...grouped('Connection', { rpc: settingFlag(SETTINGS.rpc), program: settingFlag(SETTINGS.program) }),
  ...PROFILE_FLAGS,
};

/** The key that signs. */
export const KEY_FLAGS = grouped('Account', { key: settingFlag(SETTINGS.key) });

/** Throws UsageError. */
export function ledgerViewInputOf(settings: CallSettings): LedgerViewInput {
  const programId = address.parse(requiredSetting(settings, 'program'));
  if (programId === undefined) throw new UsageError('--program', `must be ${address.form}`);
  return { programId, server: { rpcUrl: requiredSetting(settings, 'rpc') } };
}

interface LedgerFlagValues {
  readonly rpc: string | undefined;
  readonly program: string | undefined;
  readonly key?: string | undefined;
  readonly profile: string | undefined;
  readonly localnet: string | undefined;
}

/** The settings of one call. A command's own flags may have the name of a setting: `--gateway` is the gateway's key here. */
export function settingsOf(deps: CommandDeps, { rpc, program, key, profile, localnet }: LedgerFlagValues): Promise<CallSettings> {
  return readCallSettings(deps, { rpc, program, key, profile, localnet });
}

/** The signer of the key that the settings name, else of the localnet's sample key. Throws UsageError. */
export async function signerOf(deps: CommandDeps, settings: CallSettings, sampleKey: string): Promise<LedgerSigner> {
  const secretKey = await findSecretKey(deps, settings, sampleKey);
  if (secretKey === null) {
    requiredSetting(settings, 'key');
    throw new TypeError('a key that is required is there');
  }
  const { signerFromSecretKey } = await import('@oracle-gateway/ledger');
  try {
    return signerFromSecretKey(secretKey);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError('--key', 'must hold a key whose public half belongs to its secret half');
    throw error;
  }
}
