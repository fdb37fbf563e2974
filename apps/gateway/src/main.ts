#!/usr/bin/env node
import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import packageFile from '../package.json' with { type: 'json' };
import { readCommandLine, USAGE, UsageError } from './command/command-line.js';
import { type Config, createGateway, loadConfig, type Secrets } from './index.js';
import { runPaymentsCommand } from './command/payments-command.js';
import { runSessionsCommand } from './command/sessions-command.js';

async function main(): Promise<void> {
  const line = readCommandLine(process.argv.slice(2));
  const write = (text: string): void => void process.stdout.write(text);
  if (line.command === 'help' || line.command === 'version') {
    write(line.command === 'help' ? USAGE : `${packageFile.version}\n`);
    return;
  }
  const { config, secrets } = await loadConfig(line.config);
  switch (line.command) {
    case 'sessions':
      return runSessionsCommand({ config, secrets, authority: line.authority, end: line.end }, write);
    case 'payments':
      return runPaymentsCommand({ config, secrets, conclude: line.conclude }, write);
    case 'serve':
      return serve(config, secrets);
  }
}

async function serve(config: Config, secrets: Secrets): Promise<void> {
  const gateway = await createGateway(config, secrets);

  const stop = (): void => void gateway.close().catch(fail);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  gateway.failed.catch(fail);
  await gateway.listen();
}

/** Only name and message: a cause may hold what must not be printed. */
function fail(error: unknown): void {
  if (error instanceof UsageError) {
    process.stderr.write(`gateway: wrong usage\n${USAGE}`);
    process.exit(2);
  }
  process.stderr.write(`gateway: ${error instanceof Error ? `${error.name}: ${messageOf(error)}` : 'unknown error'}\n`);
  process.exit(1);
}

function messageOf(error: Error): string {
  return error instanceof LedgerUnavailableError ? error.messageForOperator : error.message;
}

main().catch(fail);
