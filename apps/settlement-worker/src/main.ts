import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { ConfigError, createSettlementWorker, loadConfig } from './index.js';
import { operate } from './operate/operate.js';

const USAGE = `settlement-worker --config <file.toml>
settlement-worker operate list | show <round id> | requeue <round id> ... | requeue all --config <file.toml>`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { config: { type: 'string' } }, allowPositionals: true });
  const [command, ...words] = positionals;
  if (values.config === undefined || (command !== undefined && command !== 'operate'))
    throw new ConfigError('--config', `is needed\n${USAGE}`);
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
    process.stderr.write(`settlement-worker: ${error instanceof Error ? error.message : 'unknown failure'}\n`, () => process.exit(1));
  },
);
