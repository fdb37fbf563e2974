import { grouped, optional, PROFILE_FLAGS, repeated, settingFlag } from '@oracle-gateway/caller/command';
import { anyText, integerIn, SETTINGS } from '@oracle-gateway/caller/settings';
import { MAX_SOURCE_BYTES } from '@oracle-gateway/protocol/internal';

const GATEWAY = { gateway: settingFlag(SETTINGS.gateway) };
const LEDGER = { rpc: settingFlag(SETTINGS.rpc), program: settingFlag(SETTINGS.program), network: settingFlag(SETTINGS.network) };

export const GATEWAY_FLAGS = { ...grouped('Connection', GATEWAY), ...PROFILE_FLAGS };

export const LEDGER_FLAGS = { ...grouped('Connection', LEDGER), ...PROFILE_FLAGS };

export const CONNECTION_FLAGS = { ...grouped('Connection', { ...GATEWAY, ...LEDGER }), ...PROFILE_FLAGS };

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
  transform: optional({ ...anyText, placeholder: 'steps' }, 'transform of the number from a URL, such as divide:100 or invert', {
    short: 't',
  }),
  header: repeated({ ...anyText, placeholder: 'name: value' }, 'header for a URL; write {{secret.<name>}} for a secret', { short: 'H' }),
  body: optional(
    { ...anyText, placeholder: 'text' },
    'body for a URL, sent with POST; of application/json unless --header names a Content-Type',
  ),
  'max-bytes': optional(integerIn(1, MAX_SOURCE_BYTES), 'largest answer of a URL in bytes; 262144 by default'),
});

/** Option of a list. */
export const LIST_FLAGS = grouped('Round', {
  'min-values': optional(integerIn(1, 32), 'of several sources, how many must have a value; all by default'),
});

/** Options of a round. */
export const ROUND_FLAGS = grouped('Round', {
  quorum: optional(integerIn(1, 64), 'how many nodes sign; by default what the feed advises, else a majority', { short: 'n' }),
  secret: repeated(
    { ...anyText, placeholder: 'name=@file' },
    'credential for the source, sealed for the nodes; the gateway cannot read it',
  ),
});
