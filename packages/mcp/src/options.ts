import type { SpendingUnit } from '@oracle-gateway/caller';
import {
  addFlags,
  configureCommand,
  grouped,
  helpEnding,
  optional,
  PROFILE_FLAGS,
  repeated,
  settingFlag,
  withWholeManifest,
} from '@oracle-gateway/caller/command';
import { file, integerIn, money, PROFILE_SETTING_NAMES, SETTINGS, UsageError, type ValueKind } from '@oracle-gateway/caller/settings';
import { Command } from 'commander';

import packageFile from '../package.json' with { type: 'json' };

export const SERVER_NAME = 'oracle-gateway-mcp';

/** Address of the server; null: it serves the process that started it. */
export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly allowedHosts: readonly string[];
  /** Path of a file with the token that a request has to bring. */
  readonly tokenFile: string | null;
}

export interface Options {
  /** Flags that are settings of every caller. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly perDay: SpendingBudget | null;
  readonly total: SpendingBudget | null;
  /** Null: beside the other files of the user. */
  readonly spendingLog: string | null;
  readonly http: HttpOptions | null;
}

/** Limit on what rounds may cost together, in the unit that its text names. */
export interface SpendingBudget {
  readonly unit: SpendingUnit;
  readonly amount: bigint;
}

export const BUDGET: ValueKind<SpendingBudget> = {
  placeholder: 'budget',
  form: 'an amount in dollars such as $0.10 or 0.10usd, or of a subscription its rounds such as 100rounds',
  parse: (text) => {
    const rounds = BigInt(/^([1-9]\d{0,17}) ?rounds?$/.exec(text)?.[1] ?? 0);
    if (rounds > 0n) return { unit: 'rounds', amount: rounds };
    const amount = money.parse(text);
    return amount === undefined ? undefined : { unit: 'atomic units', amount };
  },
};

const MAX_PORT = 65_535;
const LOOPBACK = '127.0.0.1';

const HOST: ValueKind<string> = {
  placeholder: 'host',
  form: 'a host name or an address',
  parse: (text) => (/^[A-Za-z0-9.:[\]-]{1,253}$/.test(text) ? text : undefined),
};

const SETTING_FLAGS = grouped('Gateway and account', {
  ...Object.fromEntries(PROFILE_SETTING_NAMES.map((name) => [name, settingFlag<unknown>(SETTINGS[name])])),
  ...PROFILE_FLAGS,
});

const LIMIT_FLAGS = grouped('Limits of the operator', {
  'max-per-day': optional(
    BUDGET,
    'most that all rounds of a day of UTC may cost: dollars such as $0.10, or rounds of a subscription such as 100rounds; required with an account',
  ),
  'max-total': optional(BUDGET, 'most that all rounds may cost together'),
  'spending-log': optional(
    file,
    'where what was spent is kept; processes that share it share the limits. One for each account and profile by default',
  ),
});

const HTTP_FLAGS = grouped('Streamable HTTP, instead of the standard streams', {
  http: optional(integerIn(0, MAX_PORT, 'port'), 'listens on this port at /mcp'),
  host: optional(HOST, `address to listen on; ${LOOPBACK} by default`),
  'allow-host': repeated({ ...HOST, placeholder: 'name' }, 'host name that a request may be for, beside loopback'),
  'token-file': optional(file, 'file with a token that each request brings as Authorization: Bearer; required beyond loopback'),
});

const SUMMARY =
  'A Model Context Protocol server: an agent finds feeds, tries sources and gets verified values, within limits that you set. It serves the process that starts it over the standard streams.';

const EXAMPLES = [
  [`${SERVER_NAME} --localnet --max-per-day 100rounds`, 'beside npm start of the Oracle Gateway, without a key file'],
  [
    `${SERVER_NAME} --account x402 --key ~/.config/solana/agent.json --max-amount 0.005usd --max-per-day 0.10usd`,
    'pays per request: at most half a cent a round, and ten cents a day',
  ],
  [`${SERVER_NAME} --localnet --max-per-day 100rounds --http 8765`, 'for agents that speak HTTP'],
] as const;

const REMARKS = [
  'Without a key, get_value, get_budget and get_usage are left out. Settings come from flags, the environment and a profile:\noracle-gateway help settings.',
];

/** Reads the flags. Throws UsageError and CommanderError, which also ends a call for help. */
export function readOptions(
  write: { readonly out: (text: string) => void; readonly error: (text: string) => void },
  argv: readonly string[],
): Options {
  const program = new Command(SERVER_NAME).description(SUMMARY).version(packageFile.version, '-V, --version', 'prints the version');
  configureCommand(program, { write: write.out, writeError: write.error })
    .allowExcessArguments(false)
    .addHelpText('after', helpEnding({ examples: EXAMPLES, remarks: REMARKS }));
  const readSettings = addFlags(program, SETTING_FLAGS);
  const readLimits = addFlags(program, LIMIT_FLAGS);
  const readHttp = addFlags(program, HTTP_FLAGS);
  program.parse(withWholeManifest(argv), { from: 'user' });
  const limits = readLimits();
  const { http: port = null, host = null, 'allow-host': allowedHosts, 'token-file': tokenFile = null } = readHttp();
  return {
    flags: readSettings(),
    perDay: limits['max-per-day'] ?? null,
    total: limits['max-total'] ?? null,
    spendingLog: limits['spending-log'] ?? null,
    http: httpOptions({ port, host, allowedHosts, tokenFile }),
  };
}

function httpOptions(given: {
  readonly port: number | null;
  readonly host: string | null;
  readonly allowedHosts: readonly string[];
  readonly tokenFile: string | null;
}): HttpOptions | null {
  const { port, host, allowedHosts, tokenFile } = given;
  if (port === null) {
    if (host !== null || allowedHosts.length > 0 || tokenFile !== null)
      throw new UsageError('--http', 'is required with --host, --allow-host and --token-file');
    return null;
  }
  if (host !== null && !isLoopback(host) && tokenFile === null)
    throw new UsageError(
      '--token-file',
      'is required where --host is not loopback: each party that reaches the port spends from the account',
    );
  return { port, host: host ?? LOOPBACK, allowedHosts, tokenFile };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
