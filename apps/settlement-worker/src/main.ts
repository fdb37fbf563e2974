#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { configReport, shardFacts } from '@oracle-gateway/app-config';
import { runProgram, runService, UsageError } from '@oracle-gateway/process';
import packageFile from '../package.json' with { type: 'json' };
import { createSettlementWorker, loadConfig } from './index.js';
import { operate } from './operate/operate.js';

const USAGE = `usage:
  settlement-worker --config <file.toml>
  settlement-worker check-config --config <file.toml>
  settlement-worker operate list | show <round id> | requeue <round id> ... | requeue all | rent reclaim --config <file.toml>
  settlement-worker --help | --version
`;

const COMMANDS = ['operate', 'check-config'] as const;

function isCommand(word: string): word is (typeof COMMANDS)[number] {
  return COMMANDS.some((command) => command === word);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { config: { type: 'string' }, help: { type: 'boolean' }, version: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help === true || values.version === true) {
    process.stdout.write(values.help === true ? USAGE : `${packageFile.version}\n`);
    return;
  }
  const [command, ...words] = positionals;
  if (values.config === undefined) throw new UsageError('--config is required');
  if (command !== undefined && !isCommand(command))
    throw new UsageError(`${command}: unknown command; it is one of ${COMMANDS.join(', ')}`);
  if (command === 'check-config' && words.length > 0) throw new UsageError('check-config takes no further words');
  const { config, secrets } = await loadConfig(values.config);
  switch (command) {
    case 'operate':
      process.stdout.write(await operate(config, secrets, words));
      return;
    case 'check-config':
      process.stdout.write(configReport({ file: values.config, facts: shardFacts(config, secrets) }));
      return;
    case undefined:
      return runService(() => createSettlementWorker(config, secrets));
  }
}

// A library that still waits for a server that is gone must not keep the process alive.
process.exit(await runProgram({ name: 'settlement-worker', usage: USAGE }, main));
