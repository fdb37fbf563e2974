#!/usr/bin/env node
import { configReport, shardFacts } from '@oracle-gateway/app-config';
import { readServiceWords, runProgram, runService, CommandLineError } from '@oracle-gateway/process';
import packageFile from '../package.json' with { type: 'json' };
import { createSettlementWorker, loadConfig } from './index.js';
import { operate } from './operate/operate.js';

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

async function main(): Promise<void> {
  const write = (text: string): void => void process.stdout.write(text);
  const line = readServiceWords({ args: process.argv.slice(2), usage: USAGE, version: packageFile.version, write });
  if (line === null) return;
  const [command, ...words] = line.words;
  if (command !== undefined && !isCommand(command))
    throw new CommandLineError(`${command}: unknown command; it is one of ${COMMANDS.join(', ')}`);
  if (command === 'check-config' && words.length > 0) throw new CommandLineError('check-config takes no further words');
  const { config, secrets } = await loadConfig(line.config);
  switch (command) {
    case 'operate':
      write(await operate(config, secrets, words));
      return;
    case 'check-config':
      write(configReport({ file: line.config, facts: shardFacts(config, secrets) }));
      return;
    case undefined:
      return runService(() => createSettlementWorker(config, secrets));
  }
}

// A library that still waits for a server that is gone must not keep the process alive.
void runProgram({ name: 'settlement-worker', usage: USAGE }, main).then((exitCode) => process.exit(exitCode));
