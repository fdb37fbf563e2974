#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { configReport } from '@oracle-gateway/app-config';
import { signerFromSecretKey } from '@oracle-gateway/ledger';
import { runProgram, runService, UsageError } from '@oracle-gateway/process';
import { formatAddress, toHex } from '@oracle-gateway/protocol';
import packageFile from '../package.json' with { type: 'json' };
import { openFeeds } from './gateway/open-feeds.js';
import { createKeeper, loadConfig } from './index.js';
import { planFeeds } from './plan/plan-feeds.js';
import { planText } from './plan/plan-text.js';

const USAGE = `usage:
  oracle-gateway-keeper --config <file.toml>                  keep the feeds of the file
  oracle-gateway-keeper plan --config <file.toml>             what a day costs, by the gateway's prices; buys nothing
  oracle-gateway-keeper check-config --config <file.toml>     whether file and keys can be used; asks no server
  oracle-gateway-keeper --help | --version
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { config: { type: 'string' }, help: { type: 'boolean' }, version: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help === true || values.version === true) {
    process.stdout.write(values.help === true ? USAGE : `${packageFile.version}\n`);
    return;
  }
  const [command = 'run', ...others] = positionals;
  if (!['run', 'plan', 'check-config'].includes(command) || positionals[0] === 'run' || others.length > 0)
    throw new UsageError(`${positionals.join(' ')}: unknown command; the commands are plan and check-config`);
  if (values.config === undefined) throw new UsageError('--config is required');
  const { config, secrets } = await loadConfig(values.config);
  if (command === 'run') return runService(() => createKeeper(config, secrets));
  const feeds = await openFeeds({ config, secrets, fetch: (input, init) => fetch(input, init), nowMs: Date.now });
  if (command === 'plan') process.stdout.write(planText(await planFeeds(config, feeds)));
  else {
    const { programId, network } = config;
    const payer = formatAddress(signerFromSecretKey(secrets.payerKey).address);
    const owners = feeds.map(({ feed }) => [`feed ${feed.name}`, `owner ${formatAddress(feed.feedOwner)}, id ${toHex(feed.feedId)}`]);
    const facts = {
      program: formatAddress(programId),
      network,
      payer,
      ...(Object.fromEntries(owners) as Readonly<Record<string, string>>),
    };
    process.stdout.write(configReport({ file: values.config, facts }));
  }
}

// A library that still waits for a server that is gone must not keep the process alive.
process.exit(await runProgram({ name: 'oracle-gateway-keeper', usage: USAGE }, main));
