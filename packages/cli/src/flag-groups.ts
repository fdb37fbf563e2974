import { anyText, DEFAULT_MANIFEST, file, integerIn, SETTINGS } from '@oracle-gateway/caller';
import { type Flag, grouped, optional, repeated, toggle } from './flag.js';

function settingFlag<T>({
  kind,
  meaning,
}: {
  readonly kind: Parameters<typeof optional<T>>[0];
  readonly meaning: string;
}): Flag<T | undefined> {
  return optional(kind, meaning);
}

/** Form of the output. */
export const OUTPUT_FLAGS = grouped('Output', {
  json: toggle('prints each result as one line of JSON, and errors as JSON on the standard error'),
  quiet: toggle('prints no remarks', { short: 'q' }),
});

/** Origin of the settings. */
const PROFILE_FLAGS = {
  profile: optional({ ...anyText, placeholder: 'name' }, 'profile of the configuration file'),
  localnet: optional(file, `the localnet of this manifest (${DEFAULT_MANIFEST}), with a sample key`, { placeholder: '[manifest]' }),
};

export const GATEWAY_FLAGS = grouped('Connection', { gateway: settingFlag(SETTINGS.gateway), ...PROFILE_FLAGS });

const LEDGER = { rpc: settingFlag(SETTINGS.rpc), program: settingFlag(SETTINGS.program), network: settingFlag(SETTINGS.network) };

export const LEDGER_FLAGS = grouped('Connection', { ...LEDGER, ...PROFILE_FLAGS });

export const CONNECTION_FLAGS = grouped('Connection', { gateway: settingFlag(SETTINGS.gateway), ...LEDGER, ...PROFILE_FLAGS });

const WHOSE = {
  account: settingFlag(SETTINGS.account),
  key: settingFlag(SETTINGS.key),
  'subscription-owner': settingFlag(SETTINGS['subscription-owner']),
};

/** The account to read, where nothing is paid for. */
export const ACCOUNT_FLAGS = grouped('Account', WHOSE);

/** The account that pays for a round. */
export const PAYING_FLAGS = grouped('Account', { ...WHOSE, 'max-amount': settingFlag(SETTINGS['max-amount']) });

export const SOURCE_FLAGS = grouped('Source', {
  path: optional({ ...anyText, placeholder: 'jsonpath' }, 'JSONPath (RFC 9535) of the number in the answer of a URL', { short: 'p' }),
  transform: optional({ ...anyText, placeholder: 'steps' }, 'changes to the number of a URL, such as divide:100 or invert', { short: 't' }),
  header: repeated({ ...anyText, placeholder: 'name: value' }, 'header for a URL; write {{secret.<name>}} for a secret', { short: 'H' }),
});

/** Options of a round. */
export const ROUND_FLAGS = grouped('Round', {
  quorum: optional(integerIn(1, 64), "how many nodes sign: the feed's advice, else a majority", { short: 'n' }),
  secret: repeated(
    { ...anyText, placeholder: 'name=@file' },
    'credential for the source, sealed for the nodes; the gateway cannot read it',
  ),
});
