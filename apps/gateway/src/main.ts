#!/usr/bin/env node
import { parseArgs } from 'node:util';
import packageFile from '../package.json' with { type: 'json' };
import { createGateway, loadConfig } from './index.js';
import { runSessionsCommand } from './sessions/sessions-command.js';

const USAGE = `usage:
  gateway --config <file.toml>                                       serve
  gateway sessions --config <file.toml> --authority <address>        list the open sessions of a key
  gateway sessions --config <file.toml> --authority <address> --end  end them all
  gateway --help | --version
`;

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        authority: { type: 'string' },
        end: { type: 'boolean' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    return refuseUsage(error instanceof Error ? error.message : 'wrong usage');
  }
}

/** Ends the process with 2, as the other programs do. */
function refuseUsage(reason: string): never {
  process.stderr.write(`gateway: ${reason}\n${USAGE}`);
  process.exit(2);
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help === true || values.version === true) {
    process.stdout.write(values.help === true ? USAGE : `${packageFile.version}\n`);
    return;
  }
  const [command, ...rest] = positionals;
  const isSessions = command === 'sessions' && values.authority !== undefined;
  const isServing = command === undefined && values.authority === undefined && values.end === undefined;
  if (values.config === undefined || rest.length > 0 || !(isSessions || isServing)) return refuseUsage('wrong usage');
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
  await gateway.listen();
}

/** Only name and message: a cause may hold what must not be printed. */
function fail(error: unknown): void {
  process.stderr.write(`gateway: ${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error'}\n`);
  process.exit(1);
}

main().catch(fail);
