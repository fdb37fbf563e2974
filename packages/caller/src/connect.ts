import type { Account, Allowance, Client } from '@oracle-gateway/client';

import type { AccountDeps, CalledKey } from './accounts/account-kind.js';
import { ACCOUNT_KINDS, DEFAULT_ACCOUNT } from './accounts/index.js';
import { createSignInStore } from './accounts/sign-in-store.js';
import { type CalledFlags, readCallSettings, requiredSetting, type CallSettings } from './config/settings.js';
import type { CallerDeps } from './deps.js';
import { findSecretKey, parseSecretKey } from './files/key-file.js';

/** A client with the settings of one call. */
export interface ConnectedClient {
  readonly client: Client;
  readonly settings: CallSettings;
  readonly account: Account | null;
}

/** Whom to trust for keys: the user says it, never the gateway. */
export interface LedgerSettings {
  readonly rpcUrl: string;
  readonly programId: string;
  readonly network: string;
}

export function ledgerOf(settings: CallSettings): LedgerSettings {
  return {
    rpcUrl: requiredSetting(settings, 'rpc'),
    programId: requiredSetting(settings, 'program'),
    network: requiredSetting(settings, 'network'),
  };
}

/** Connects commands that read the gateway's description of itself: no ledger, no key. */
export async function connectToRead(deps: CallerDeps, flags: CalledFlags): Promise<ConnectedClient> {
  const settings = await readCallSettings(deps, flags);
  const { createClient } = await deps.libraries.client();
  const { onDeprecated } = deps;
  return { client: createClient({ gateway: requiredSetting(settings, 'gateway'), onDeprecated }), settings, account: null };
}

/** The limit of an account whose caller asks for no round: none can be spent. */
const NOTHING_TO_PAY = 1n;

export interface ConnectInput {
  /** Without it, an account is opened where a key is given. */
  readonly needsKey: boolean;
  /** The caller asks for rounds, so that an account must be told what one may cost. */
  readonly pays?: boolean;
  /** Budget that all rounds share. */
  readonly allowance?: Allowance;
}

/** Connects callers that have an account. */
export async function connect(
  deps: CallerDeps,
  flags: CalledFlags,
  { needsKey, pays = false, allowance }: ConnectInput,
): Promise<ConnectedClient> {
  const settings = await readCallSettings(deps, flags);
  const gateway = requiredSetting(settings, 'gateway');
  const ledger = ledgerOf(settings);
  const kind = ACCOUNT_KINDS[settings.values.account ?? DEFAULT_ACCOUNT];
  const accountDeps = accountDepsOf(deps, settings, { sampleKey: kind.sampleKey, pays });
  const isAsked = needsKey || settings.values.account !== undefined || (await accountDeps.findKey()) !== null;
  const account = isAsked ? await kind.open(accountDeps, { settings: settings.values, allowance }) : null;
  const { createClient } = await deps.libraries.client();
  const { onDeprecated } = deps;
  return { client: createClient({ gateway, ledger, onDeprecated, ...(account === null ? {} : { account }) }), settings, account };
}

export function accountDepsOf(
  { files, libraries, places, clock }: CallerDeps,
  settings: CallSettings,
  { sampleKey, pays }: { readonly sampleKey: string; readonly pays: boolean },
): AccountDeps {
  const { localnet } = settings;
  const findKey = async (): Promise<CalledKey | null> => {
    const secretKey = await findSecretKey({ files }, settings, sampleKey);
    return secretKey === null ? null : keyOf(secretKey);
  };
  const keyOf = async (secretKey: Uint8Array): Promise<CalledKey> => ({
    secretKey,
    signer: (await libraries.client()).keypairSigner(secretKey),
  });
  return {
    libraries,
    clock,
    sessions: createSignInStore(files, places.sessionFolder),
    findKey,
    async readKey() {
      const key = await findKey();
      if (key !== null) return key;
      requiredSetting(settings, 'key');
      throw new TypeError('a key that is required is there');
    },
    settingOf: (name) => requiredSetting(settings, name),
    maxAmount: () => (pays ? requiredSetting(settings, 'max-amount') : NOTHING_TO_PAY),
    async sampleAddress(name) {
      const sample = localnet?.key(name) ?? null;
      return sample === null ? null : (await keyOf(parseSecretKey('--localnet', sample))).signer.address;
    },
  };
}
