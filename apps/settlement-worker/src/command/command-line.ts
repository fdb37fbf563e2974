import { configReport, readAll, shardFacts } from '@oracle-gateway/app-config';
import { formatAddress } from '@oracle-gateway/protocol';
import { CommandLineError, type ProcessIo, readServiceWords, runProgram, runService, type Service } from '@oracle-gateway/process';
import packageFile from '../../package.json' with { type: 'json' };
import { type Config, loadConfig, loadToOperate, type Secrets } from '../config/config.js';
import { operate } from './operate.js';

const USAGE = `usage:
  settlement-worker --config <file.toml>
  settlement-worker check-config [books] --config <file.toml>
  settlement-worker operate list | show <round id> | requeue <round id> ... | requeue all | release <round id> ... | release all | rent reclaim | readings list | readings reset <quota> | readings reset all --config <file.toml>
  settlement-worker operate books pull --to <folder> --config <file.toml>
  settlement-worker operate statement --books <folder> --from <day> --to <day> [--owner <address>] [--csv] [--nodes] --config <file.toml>
  settlement-worker operate reconcile --books <folder> --from <day> --to <day> [--alone] [--fill] --config <file.toml>
  settlement-worker --help | --version
`;

/** BookFlags of `operate`. */
const FLAGS = {
  books: 'text',
  from: 'text',
  to: 'text',
  owner: 'text',
  csv: 'switch',
  nodes: 'switch',
  alone: 'switch',
  fill: 'switch',
} as const;

const COMMANDS = ['operate', 'check-config'] as const;

function isCommand(word: string): word is (typeof COMMANDS)[number] {
  return COMMANDS.some((command) => command === word);
}

/** Runs one command to its end and returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export function runCommandLine(io: ProcessIo, createService: (config: Config, secrets: Secrets) => Promise<Service>): Promise<number> {
  return runProgram({ name: 'settlement-worker', usage: USAGE, writeError: io.writeError }, async () => {
    const line = readServiceWords({ args: io.argv, usage: USAGE, version: packageFile.version, write: io.write, flags: FLAGS });
    if (line === null) return;
    const [command, ...words] = line.words;
    if (command !== undefined && !isCommand(command))
      throw new CommandLineError(`${command}: unknown command; it is one of ${COMMANDS.join(', ')}`);
    if (command !== 'operate' && line.flags.size > 0) throw new CommandLineError(`--${[...line.flags.keys()][0]}: only operate takes it`);
    const isOfBooks = command === 'check-config' && words.join(' ') === 'books';
    if (command === 'check-config' && words.length > 0 && !isOfBooks)
      throw new CommandLineError('check-config takes no further word but books');
    if (command === 'operate') {
      await operate(words, { flags: line.flags, write: io.write, load: (read) => loadToOperate(line.config, read) });
      return;
    }
    if (isOfBooks) {
      const { gateway } = await loadToOperate(line.config, ({ gateway, outboxLocation }) => readAll({ gateway, outboxLocation }));
      io.write(configReport({ file: line.config, facts: { 'gateway account': formatAddress(gateway) } }));
      return;
    }
    const { config, secrets } = await loadConfig(line.config);
    switch (command) {
      case 'check-config':
        io.write(configReport({ file: line.config, facts: { ...shardFacts({ ...config, ...secrets }), ...payerFacts(secrets) } }));
        return;
      case undefined:
        return runService(() => createService(config, secrets), io.signals);
    }
  });
}

/** The accounts that pay for settlements: the gateway's key where none is named. */
function payerFacts({ payers, gatewayKeypair }: Pick<Secrets, 'payers' | 'gatewayKeypair'>): Readonly<Record<string, string>> {
  const [first = gatewayKeypair, ...others] = payers;
  return { 'paying accounts': [first, ...others].map(({ address }) => formatAddress(address)).join(' ') };
}
