import { ConfigError, configReport, readNamedFile } from '@oracle-gateway/app-config';
import {
  CommandLineError,
  createLogger,
  type ProcessIo,
  readServiceWords,
  runProgram,
  runService,
  type Service,
} from '@oracle-gateway/process';
import { formatAddress, toHex } from '@oracle-gateway/protocol';
import packageFile from '../../package.json' with { type: 'json' };
import { type Config, loadConfig, type Secrets } from '../config/config.js';
import { hearGateways } from '../gateway/heard-gateways.js';
import { openFeeds } from '../gateway/open-feeds.js';
import { planFeeds } from '../plan/plan-feeds.js';
import { planText } from '../plan/plan-text.js';
import type { ConfiguredTarget } from '../targets/index.js';

const USAGE = `usage:
  oracle-gateway-keeper --config <file.toml>                  keep the feeds of the file
  oracle-gateway-keeper plan --config <file.toml>             what a day costs, by the gateway's prices; buys nothing
  oracle-gateway-keeper upkeep --config <file.toml>           keep the contracts of EVM chains alive, once; says when each lapses
                        [--snapshot <file>]                   … by this registry snapshot, where no gateway serves one
  oracle-gateway-keeper check-config --config <file.toml>     whether file and keys can be used; asks no server
  oracle-gateway-keeper --help | --version
`;

const COMMANDS = ['run', 'plan', 'upkeep', 'check-config'];

/** The keeper that a command starts. */
export interface KeeperService extends Service {
  upkeep(): Promise<{ readonly lines: readonly string[]; readonly failed: readonly string[] }>;
}

export type CreateKeeperService = (
  config: Config,
  secrets: Secrets,
  overrides?: { readonly logger?: ReturnType<typeof createLogger>; readonly snapshot?: unknown },
) => Promise<KeeperService>;

/** Runs one command to its end and returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export function runCommandLine(io: ProcessIo, createService: CreateKeeperService): Promise<number> {
  return runProgram({ name: 'oracle-gateway-keeper', usage: USAGE, writeError: io.writeError }, async () => {
    const flags = { snapshot: 'text' } as const;
    const line = readServiceWords({ args: io.argv, usage: USAGE, version: packageFile.version, write: io.write, flags });
    if (line === null) return;
    const [command = 'run', ...others] = line.words;
    if (!COMMANDS.includes(command) || line.words[0] === 'run' || others.length > 0)
      throw new CommandLineError(`${line.words.join(' ')}: unknown command; the commands are plan, upkeep and check-config`);
    const snapshotPath = line.flags.get('snapshot');
    if (snapshotPath !== undefined && command !== 'upkeep') throw new CommandLineError('--snapshot: only upkeep takes it');
    const { config, secrets } = await loadConfig(line.config);
    if (command === 'run') return runService(() => createService(config, secrets), io.signals);
    if (command === 'upkeep') {
      const snapshot = typeof snapshotPath === 'string' ? { snapshot: await readJson(snapshotPath) } : {};
      const keeper = await createService(config, secrets, { logger: createLogger({ app: 'keeper', level: 'silent' }), ...snapshot });
      return upkeep(keeper, io.write);
    }
    const gateways = hearGateways(config.gateways, (name, { text }) => io.writeError(`oracle-gateway-keeper: gateway ${name}: ${text}\n`));
    const feeds = await openFeeds({ config, gateways, secrets, fetch: (input, init) => fetch(input, init), nowMs: Date.now });
    if (command === 'plan') io.write(planText(await planFeeds(config, feeds)));
    else {
      const { programId, network } = config;
      const owners = feeds.map(({ feed }) => [`feed ${feed.name}`, `owner ${formatAddress(feed.feedOwner)}, id ${toHex(feed.feedId)}`]);
      const facts = {
        program: formatAddress(programId),
        network,
        ...(Object.fromEntries(config.targets.map((target) => [`target ${target.name}`, targetFact(target, secrets)])) as Readonly<
          Record<string, string>
        >),
        ...(Object.fromEntries(owners) as Readonly<Record<string, string>>),
      };
      io.write(configReport({ file: line.config, facts }));
    }
  });
}

async function upkeep(keeper: KeeperService, write: ProcessIo['write']): Promise<void> {
  try {
    const { lines, failed } = await keeper.upkeep();
    write(lines.length === 0 ? 'no target has to be kept alive\n' : lines.map((line) => `${line}\n`).join(''));
    if (failed.length > 0) throw new Error(`could not be kept alive: ${failed.join(', ')}`);
  } finally {
    await keeper.close();
  }
}

/** A snapshot of the operator's file. It is verified like one of a gateway. */
async function readJson(path: string): Promise<unknown> {
  const { text } = await readNamedFile('--snapshot', path);
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError('--snapshot', 'must be JSON, as oracle-gateway-admin registry snapshot writes it');
  }
}

function targetFact(target: ConfiguredTarget, { targets }: Secrets): string {
  const own = targets.get(target.name);
  if (own === undefined) throw new TypeError('a target whose key was not read');
  return target.describe(own);
}
