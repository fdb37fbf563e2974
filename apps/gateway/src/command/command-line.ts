import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { configReport, shardFacts } from '@oracle-gateway/app-config';
import { CommandLineError, type ProcessIo, runProgram, runService, type Service } from '@oracle-gateway/process';
import packageFile from '../../package.json' with { type: 'json' };
import { type Config, loadConfig, type Secrets } from '../config/config.js';
import { bundledPages } from '../sites/bundled-pages.js';
import { openExplorerSite } from '../sites/explorer-site.js';
import { type PaymentsCommand, runPaymentsCommand } from './payments-command.js';
import { runSessionsCommand } from './sessions-command.js';

export const USAGE = `usage:
  gateway --config <file.toml>                                           serve
  gateway check-config --config <file.toml>                              read the file, the environment and the keys, and start nothing
  gateway sessions --config <file.toml> --authority <address>            list the open sessions of a key
  gateway sessions --config <file.toml> --authority <address> --end      end them all
  gateway payments --config <file.toml>                                  list the payments in doubt
  gateway payments --config <file.toml> --round <id> --paid <signature>  conclude one: the ledger has it in this transaction
  gateway payments --config <file.toml> --round <id> --unpaid <reason>   conclude one: it was not made
  gateway --help | --version
`;

/** Task of the process; `config` is the path of its file. */
type Command =
  | { readonly command: 'help' }
  | { readonly command: 'version' }
  | { readonly command: 'serve' | 'check-config'; readonly config: string }
  | { readonly command: 'sessions'; readonly config: string; readonly authority: string; readonly end: boolean }
  | ({ readonly command: 'payments'; readonly config: string } & Pick<PaymentsCommand, 'conclude'>);

const CONFIG = { config: { type: 'string' } } as const;

/** Runs one command to its end and returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export function runCommandLine(io: ProcessIo, createService: (config: Config, secrets: Secrets) => Promise<Service>): Promise<number> {
  return runProgram({ name: 'gateway', usage: '', writeError: io.writeError }, async () => {
    const line = readCommandLine(io.argv);
    if (line.command === 'help' || line.command === 'version') {
      io.write(line.command === 'help' ? USAGE : `${packageFile.version}\n`);
      return;
    }
    const { config, secrets } = await loadConfig(line.config);
    switch (line.command) {
      case 'check-config':
        await openExplorerSite(config, secrets, bundledPages());
        io.write(configReport({ file: line.config, facts: { ...shardFacts({ ...config, ...secrets }), mark: markOf(config) } }));
        return;
      case 'sessions':
        return runSessionsCommand({ config, secrets, authority: line.authority, end: line.end }, io.write);
      case 'payments':
        return runPaymentsCommand({ config, secrets, conclude: line.conclude }, io.write);
      case 'serve':
        return runService(() => createService(config, secrets), io.signals);
    }
  });
}

/** Place of the mark of served rounds. */
function markOf({ outbox }: Config): string {
  return outbox.markPath === undefined ? 'none, by outbox.allow_unmarked' : resolve(outbox.markPath);
}

/** Throws UsageError. */
export function readCommandLine(args: readonly string[]): Command {
  const [first = '', ...rest] = args;
  switch (first) {
    case '--help':
    case '--version':
      if (rest.length > 0) throw wrongUsage();
      return { command: first === '--help' ? 'help' : 'version' };
    case 'check-config':
      return { command: first, config: required(parse(rest, CONFIG)['config']) };
    case 'sessions':
      return readSessions(rest);
    case 'payments':
      return readPayments(rest);
    default:
      return { command: 'serve', config: required(parse(args, CONFIG)['config']) };
  }
}

function readSessions(args: readonly string[]): Command {
  const { config, authority, end } = parse(args, { ...CONFIG, authority: { type: 'string' }, end: { type: 'boolean' } });
  return { command: 'sessions', config: required(config), authority: required(authority), end: end === true };
}

function readPayments(args: readonly string[]): Command {
  const options = { ...CONFIG, round: { type: 'string' }, paid: { type: 'string' }, unpaid: { type: 'string' } } as const;
  const { config, round, paid, unpaid } = parse(args, options);
  const command = { command: 'payments', config: required(config) } as const;
  const given = [round, paid, unpaid].filter((value) => value !== undefined).length;
  if (given === 0) return { ...command, conclude: null };
  if (given !== 2) throw wrongUsage();
  const conclusion =
    paid === undefined ? ({ kind: 'unpaid', reason: required(unpaid) } as const) : ({ kind: 'paid', signature: required(paid) } as const);
  return { ...command, conclude: { roundId: required(round), conclusion } };
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

function parse(args: readonly string[], options: Options): Readonly<Record<string, string | boolean | undefined>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values as Readonly<
      Record<string, string | boolean | undefined>
    >;
  } catch (cause) {
    throw wrongUsage(cause);
  }
}

function required(value: string | boolean | undefined): string {
  if (typeof value !== 'string') throw wrongUsage();
  return value;
}

/** The message is the usage. */
function wrongUsage(cause?: unknown): CommandLineError {
  return new CommandLineError(`wrong usage\n${USAGE}`, { cause });
}
