import { configReport } from '@oracle-gateway/app-config';
import { CommandLineError, type ProcessIo, readServiceWords, runProgram, runService, type Service } from '@oracle-gateway/process';
import { formatAddress, toHex } from '@oracle-gateway/protocol';
import packageFile from '../../package.json' with { type: 'json' };
import { type Config, loadConfig, type Secrets } from '../config/config.js';
import { openFeeds } from '../gateway/open-feeds.js';
import { planFeeds } from '../plan/plan-feeds.js';
import { planText } from '../plan/plan-text.js';
import type { ConfiguredTarget } from '../targets/index.js';

const USAGE = `usage:
  oracle-gateway-keeper --config <file.toml>                  keep the feeds of the file
  oracle-gateway-keeper plan --config <file.toml>             what a day costs, by the gateway's prices; buys nothing
  oracle-gateway-keeper check-config --config <file.toml>     whether file and keys can be used; asks no server
  oracle-gateway-keeper --help | --version
`;

/** Runs one command to its end and returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export function runCommandLine(io: ProcessIo, createService: (config: Config, secrets: Secrets) => Promise<Service>): Promise<number> {
  return runProgram({ name: 'oracle-gateway-keeper', usage: USAGE, writeError: io.writeError }, async () => {
    const line = readServiceWords({ args: io.argv, usage: USAGE, version: packageFile.version, write: io.write });
    if (line === null) return;
    const [command = 'run', ...others] = line.words;
    if (!['run', 'plan', 'check-config'].includes(command) || line.words[0] === 'run' || others.length > 0)
      throw new CommandLineError(`${line.words.join(' ')}: unknown command; the commands are plan and check-config`);
    const { config, secrets } = await loadConfig(line.config);
    if (command === 'run') return runService(() => createService(config, secrets), io.signals);
    const feeds = await openFeeds({ config, secrets, fetch: (input, init) => fetch(input, init), nowMs: Date.now });
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

function targetFact(target: ConfiguredTarget, { targets }: Secrets): string {
  const own = targets.get(target.name);
  if (own === undefined) throw new TypeError('a target whose key was not read');
  return target.describe(own);
}
