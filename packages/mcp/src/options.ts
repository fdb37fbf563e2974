import {
  atomicUnits,
  DEFAULT_MANIFEST,
  file,
  integerIn,
  SETTING_NAMES,
  SETTINGS,
  UsageError,
  type ValueKind,
} from '@oracle-gateway/caller';
import { Command, Option } from 'commander';

import packageFile from '../package.json' with { type: 'json' };

export const NAME = 'oracle-gateway-mcp';

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
  readonly perDay: bigint | null;
  readonly total: bigint | null;
  /** Null: beside the other files of the user. */
  readonly spendingLog: string | null;
  readonly http: HttpOptions | null;
}

interface OwnFlag {
  readonly placeholder: string;
  readonly meaning: string;
  readonly kind: ValueKind<unknown>;
  readonly group: string;
  readonly repeats?: true;
}

const MAX_PORT = 65_535;
const LOOPBACK = '127.0.0.1';
const [LIMITS, HTTP] = ['Limits of the operator:', 'Streamable HTTP, instead of the standard streams:'];

const HOST: ValueKind<string> = {
  placeholder: 'host',
  form: 'a host name or an address',
  parse: (text) => (/^[A-Za-z0-9.:[\]-]{1,253}$/.test(text) ? text : undefined),
};

const OWN_FLAGS: Readonly<Record<string, OwnFlag>> = {
  'max-per-day': {
    placeholder: '<n>',
    meaning: 'most that all rounds of a day of UTC may cost: atomic units, or rounds of a subscription; required with an account',
    kind: atomicUnits,
    group: LIMITS,
  },
  'max-total': { placeholder: '<n>', meaning: 'most that all rounds may cost together', kind: atomicUnits, group: LIMITS },
  'spending-log': {
    placeholder: '<file>',
    meaning: 'where what was spent is kept; processes that share it share the limits. One for each account and profile by default',
    kind: file,
    group: LIMITS,
  },
  http: { placeholder: '<port>', meaning: 'listens on this port at /mcp', kind: integerIn(0, MAX_PORT), group: HTTP },
  host: { placeholder: '<host>', meaning: `address to listen on; ${LOOPBACK} by default`, kind: HOST, group: HTTP },
  'allow-host': {
    placeholder: '<name>',
    meaning: 'host name that a request may be for, beside loopback; may be repeated',
    kind: HOST,
    group: HTTP,
    repeats: true,
  },
  'token-file': {
    placeholder: '<file>',
    meaning: 'file with a token that each request brings as Authorization: Bearer; required beyond loopback',
    kind: file,
    group: HTTP,
  },
};

const SUMMARY =
  'A Model Context Protocol server: an agent finds feeds, tries sources and gets verified values, within limits that you set. It serves the process that starts it over the standard streams.';

const EXAMPLES = `
Examples:
  # beside npm start of the Oracle Gateway, without a key file
  ${NAME} --localnet --max-per-day 100

  # pays per request: at most 5000 atomic units a round, and 100000 a day
  ${NAME} --account x402 --key ~/.config/solana/agent.json --max-amount 5000 --max-per-day 100000

  # for agents that speak HTTP
  ${NAME} --localnet --max-per-day 100 --http 8765

Without a key, get_value and get_budget are left out. Settings come from flags, the environment and a profile:
oracle-gateway config --help.`;

/** The flags as commander knows them. */
export function createProgram(write: { readonly out: (text: string) => void; readonly error: (text: string) => void }): Command {
  const program = new Command(NAME)
    .description(SUMMARY)
    .version(packageFile.version, '-V, --version', 'prints the version')
    .helpOption('-h, --help', 'prints this help')
    .exitOverride()
    .configureOutput({ writeOut: write.out, writeErr: write.error, getOutHelpWidth: () => 100, getErrHelpWidth: () => 100 })
    .allowExcessArguments(false);
  for (const name of SETTING_NAMES) {
    const { meaning } = SETTINGS[name];
    const kind: ValueKind<unknown> = SETTINGS[name].kind;
    const choices = kind.choices === undefined ? '' : `: ${kind.choices.join(', ')}`;
    program.addOption(new Option(`--${name} <${kind.placeholder}>`, `${meaning}${choices}`).helpGroup('Gateway and account:'));
  }
  program.addOption(new Option('--profile <name>', 'profile of the configuration file').helpGroup('Gateway and account:'));
  program.addOption(
    new Option('--localnet [manifest]', `the localnet of this manifest (${DEFAULT_MANIFEST}), with a sample key`).helpGroup(
      'Gateway and account:',
    ),
  );
  for (const [name, { placeholder, meaning, group, repeats }] of Object.entries(OWN_FLAGS)) {
    const option = new Option(`--${name} ${placeholder}`, meaning).helpGroup(group);
    if (repeats) option.argParser<unknown>((text, before) => [...textsOf(before), text]);
    program.addOption(option);
  }
  return program.addHelpText('after', EXAMPLES);
}

/** Throws UsageError and CommanderError. */
export function readOptions(program: Command, argv: readonly string[]): Options {
  program.parse(argv, { from: 'user' });
  const given = program.opts<Readonly<Record<string, unknown>>>();
  const texts = (name: string): readonly string[] => textsOf(given[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]);
  const own = <T>(name: string, kind: ValueKind<T>): T | null => {
    const [text] = texts(name);
    return text === undefined ? null : parsed(name, kind, text);
  };
  const flags: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    const [text] = texts(name);
    if (text !== undefined) flags[name] = parsed<unknown>(name, SETTINGS[name].kind, text);
  }
  const [profile] = texts('profile');
  if (profile !== undefined) flags['profile'] = profile;
  if (given['localnet'] !== undefined) flags['localnet'] = given['localnet'] === true ? '' : given['localnet'];
  return {
    flags,
    perDay: own('max-per-day', atomicUnits),
    total: own('max-total', atomicUnits),
    spendingLog: own('spending-log', file),
    http: httpOptions({
      port: own('http', integerIn(0, MAX_PORT)),
      host: own('host', HOST),
      allowedHosts: texts('allow-host').map((text) => parsed('allow-host', HOST, text)),
      tokenFile: own('token-file', file),
    }),
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

function parsed<T>(name: string, { form, parse }: ValueKind<T>, text: string): T {
  const value = parse(text);
  if (value === undefined) throw new UsageError(`--${name}`, `must be ${form}`);
  return value;
}

function textsOf(value: unknown): readonly string[] {
  return value === undefined ? [] : [value].flat().filter((text) => typeof text === 'string');
}
