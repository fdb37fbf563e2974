#!/usr/bin/env node
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import packageFile from '../package.json' with { type: 'json' };
import { createSettlementWorker, loadConfig } from './index.js';
import { operate } from './operate/operate.js';

const USAGE = `usage:
  settlement-worker --config <file.toml>
  settlement-worker operate list | show <round id> | requeue <round id> ... | requeue all | rent reclaim --config <file.toml>
  settlement-worker --help | --version
`;

function readArguments() {
  try {
    return parseArgs({
      options: { config: { type: 'string' }, help: { type: 'boolean' }, version: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    return refuseUsage(error instanceof Error ? error.message : 'wrong usage');
  }
}

/** Ends the process with 2, as the other programs do. */
function refuseUsage(reason: string): never {
  process.stderr.write(`settlement-worker: ${reason}\n${USAGE}`);
  process.exit(2);
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help === true || values.version === true) {
    process.stdout.write(values.help === true ? USAGE : `${packageFile.version}\n`);
    return;
  }
  const [command, ...words] = positionals;
  if (values.config === undefined || (command !== undefined && command !== 'operate'))
    return refuseUsage('--config is needed, and no other command than operate');
  const { config, secrets } = await loadConfig(values.config);
  if (command === 'operate') {
    process.stdout.write(await operate(config, secrets, words));
    return;
  }
  const stopping = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const worker = await createSettlementWorker(config, secrets);
  await worker.listen();
  try {
    await Promise.race([stopping, worker.failed]);
  } finally {
    await worker.close();
  }
}

main().then(
  // A library that still waits for a server that is gone must not keep the process.
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`settlement-worker: ${messageOf(error)}\n`, () => process.exit(1));
  },
);

function messageOf(error: unknown): string {
  if (error instanceof LedgerUnavailableError) return error.messageForOperator;
  return error instanceof Error ? error.message : 'unknown failure';
}
