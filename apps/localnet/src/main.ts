#!/usr/bin/env node
import { homedir } from 'node:os';
import { join } from 'node:path';

import { ConfigError } from '@oracle-gateway/app-config';

import packageFile from '../package.json' with { type: 'json' };
import { StartFlagError, parseFlags, START_USAGE } from './flags.js';

async function main(): Promise<number> {
  const flags = parseFlags(process.argv.slice(2));
  if (flags.help) {
    process.stdout.write(START_USAGE);
    return 0;
  }
  if (flags.version) {
    process.stdout.write(`${packageFile.version}\n`);
    return 0;
  }
  // The x402 client needs Node's own global dispatcher, which the first `fetch` creates. If undici 7 loads first, it replaces the dispatcher.
  await fetch('data:,');
  const { launch } = await import('./launch.js');
  const { REDIS_URL: redisUrl, PATH: searchPath = '', XDG_CACHE_HOME: caches = join(homedir(), '.cache') } = process.env;
  return launch({
    flags,
    redisUrl,
    searchPath,
    cacheFolder: join(caches, 'oracle-gateway'),
    print: (text) => void process.stdout.write(`${text}\n`),
  });
}

main().then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : 'unknown failure'}\n`);
    process.exit(error instanceof StartFlagError || error instanceof ConfigError ? 2 : 1);
  },
);
