import { configReport, shardFacts } from '@oracle-gateway/app-config';
import { CommandLineError, type ProcessIo, readServiceWords, runProgram, runService, type Service } from '@oracle-gateway/process';
import packageFile from '../../package.json' with { type: 'json' };
import { type Config, loadConfig, type Secrets } from '../config/config.js';
import { operate } from './operate.js';

const USAGE = `usage:
  settlement-worker --config <file.toml>
  settlement-worker check-config --config <file.toml>
  settlement-worker operate list | show <round id> | requeue <round id> ... | requeue all | release <round id> ... | release all | rent reclaim | readings list | readings reset <quota> | readings reset all --config <file.toml>
  settlement-worker --help | --version
`;

const COMMANDS = ['operate', 'check-config'] as const;

function isCommand(word: string): word is (typeof COMMANDS)[number] {
  return COMMANDS.some((command) => command === word);
}

/** Runs one command to its end and returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export function runCommandLine(io: ProcessIo, createService: (config: Config, secrets: Secrets) => Promise<Service>): Promise<number> {
  return runProgram({ name: 'settlement-worker', usage: USAGE, writeError: io.writeError }, async () => {
    const line = readServiceWords({ args: io.argv, usage: USAGE, version: packageFile.version, write: io.write });
    if (line === null) return;
    const [command, ...words] = line.words;
    if (command !== undefined && !isCommand(command))
      throw new CommandLineError(`${command}: unknown command; it is one of ${COMMANDS.join(', ')}`);
    if (command === 'check-config' && words.length > 0) throw new CommandLineError('check-config takes no further words');
    const { config, secrets } = await loadConfig(line.config);
    switch (command) {
      case 'operate':
        io.write(await operate(config, secrets, words));
        return;
      case 'check-config':
        io.write(configReport({ file: line.config, facts: shardFacts({ ...config, ...secrets }) }));
        return;
      case undefined:
        return runService(() => createService(config, secrets), io.signals);
    }
  });
}
