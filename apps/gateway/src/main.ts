#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createGateway, loadConfig } from './index.js';
import { runSessionsCommand } from './sessions/sessions-command.js';

const USAGE = `usage:
  gateway --config <file.toml>                                       serve
  gateway sessions --config <file.toml> --authority <address>        list the open sessions of a key
  gateway sessions --config <file.toml> --authority <address> --end  end them all`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { config: { type: 'string' }, authority: { type: 'string' }, end: { type: 'boolean' } },
  });
  const [command, ...rest] = positionals;
  const isSessions = command === 'sessions' && values.authority !== undefined;
  const isServing = command === undefined && values.authority === undefined && values.end === undefined;
  if (values.config === undefined || rest.length > 0 || !(isSessions || isServing)) throw new TypeError(USAGE);
  const { config, secrets } = await loadConfig(values.config);
  if (isSessions) {
    const { authority = '', end = false } = values;
    await runSessionsCommand({ config, secrets, authority, end }, (text) => process.stdout.write(text));
    return;
  }
  const gateway = await createGateway(config, secrets);

  const stop = (): void => void gateway.close().catch(fail);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  gateway.failed.catch(fail);
  await gateway.listen();
}

/** Only name and message: a cause may hold what must not be printed. */
function fail(error: unknown): void {
  process.stderr.write(`gateway: ${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error'}\n`);
  process.exit(1);
}

main().catch(fail);
