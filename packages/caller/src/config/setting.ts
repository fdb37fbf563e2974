import { ACCOUNT_NAMES, type AccountName } from '../accounts/account-names.js';
import { base58, file, httpUrl, money, oneOf, type ValueKind } from '../value-kind.js';
import { KNOWN_DEPLOYMENTS, networkKind } from './known-deployments.js';

/** A setting of a profile: each is a flag, a variable of the environment, and a member of the configuration file. */
export interface ProfileSetting<T> {
  readonly kind: ValueKind<T>;
  readonly variable: string;
  readonly meaning: string;
}

function setting<T>(kind: ValueKind<T>, variable: string, meaning: string): ProfileSetting<T> {
  return { kind, variable: `ORACLE_GATEWAY_${variable}`, meaning };
}

const accountName: ValueKind<AccountName> = oneOf(ACCOUNT_NAMES, 'kind');

export const SETTINGS = {
  gateway: setting(httpUrl, 'URL', 'URL of the gateway'),
  rpc: setting(httpUrl, 'RPC', 'URL of a Solana RPC server, where the node keys are read'),
  program: setting(base58, 'PROGRAM', 'address of the oracle program; never taken from the gateway'),
  network: setting(
    networkKind(KNOWN_DEPLOYMENTS),
    'NETWORK',
    'network of the program, as its CAIP-2 id or the name of a known deployment; never taken from the gateway',
  ),
  key: setting(file, 'KEY', 'key file in the form of the Solana CLI, readable by its owner alone'),
  account: setting(accountName, 'ACCOUNT', 'what pays for a round'),
  'subscription-owner': setting(base58, 'SUBSCRIPTION_OWNER', 'owner of the subscription, where the key is a delegate'),
  'max-amount': setting(money, 'MAX_AMOUNT', 'most that one round may cost, such as $0.005; required for the accounts agent and x402'),
} satisfies Readonly<Record<string, ProfileSetting<unknown>>>;

export type SettingName = keyof typeof SETTINGS;
export type SettingTexts = { readonly [name in SettingName]?: string | undefined };
export type SettingValues = { readonly [name in SettingName]?: ReturnType<(typeof SETTINGS)[name]['kind']['parse']> };

export const PROFILE_SETTING_NAMES = Object.keys(SETTINGS).filter(isSettingName);

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}
