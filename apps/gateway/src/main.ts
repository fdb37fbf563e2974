#!/usr/bin/env node
import { configReport, shardFacts } from '@oracle-gateway/app-config';
import { runProgram, runService } from '@oracle-gateway/process';
import packageFile from '../package.json' with { type: 'json' };
import { readCommandLine, USAGE } from './command/command-line.js';
import { createGateway, loadConfig } from './index.js';
import { runPaymentsCommand } from './command/payments-command.js';
import { runSessionsCommand } from './command/sessions-command.js';
import { bundledPages } from './sites/bundled-pages.js';
import { openExplorerSite } from './sites/explorer-site.js';

async function main(): Promise<void> {
  const line = readCommandLine(process.argv.slice(2));
  const write = (text: string): void => void process.stdout.write(text);
  if (line.command === 'help' || line.command === 'version') {
    write(line.command === 'help' ? USAGE : `${packageFile.version}\n`);
    return;
  }
  const { config, secrets } = await loadConfig(line.config);
  switch (line.command) {
    case 'check-config':
      await openExplorerSite(config, secrets, bundledPages());
      write(configReport({ file: line.config, facts: shardFacts(config, secrets) }));
      return;
    case 'sessions':
      return runSessionsCommand({ config, secrets, authority: line.authority, end: line.end }, write);
    case 'payments':
      return runPaymentsCommand({ config, secrets, conclude: line.conclude }, write);
    case 'serve':
      return runService(() => createGateway(config, secrets));
  }
}

void runProgram({ name: 'gateway', usage: '' }, main).then((exitCode) => process.exit(exitCode));
