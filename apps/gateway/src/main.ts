#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createGateway, loadConfig } from './index.js';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { config: { type: 'string' } } });
  if (values.config === undefined) throw new TypeError('usage: gateway --config <file.toml>');
  const { config, secrets } = await loadConfig(values.config);
  const gateway = await createGateway(config, secrets);

  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    stopping ??= gateway.close().catch(fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await gateway.listen();
}

/** Only name and message: a cause may hold what must not be printed. */
function fail(error: unknown): void {
  process.stderr.write(`gateway: ${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error'}\n`);
  process.exit(1);
}

main().catch(fail);
