import { once } from 'node:events';
import { join, resolve } from 'node:path';

import { readKeypair, readSecretFile } from '@oracle-gateway/app-config';

import { DemoFailure } from './demo/demo-failure.js';
import { formatDuration } from './demo/format.js';
import { runDemo } from './demo/run-demo.js';
import { StartFlagError, type StartFlags, type LedgerFlags } from './flags.js';
import { createWorld } from './start/create-world.js';
import { findValidator } from './ledgers/validator.js';
import { findProjectRoot } from './base/project-root.js';
import type { LedgerChoice, World } from './world/world.js';

export interface LaunchInput {
  readonly flags: StartFlags;
  readonly redisUrl: string | undefined;
  /** PATH, searched for a test validator. */
  readonly searchPath: string;
  /** Folder for what an installed localnet fetches. */
  readonly cacheFolder: string;
  readonly print: (text: string) => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts the world, runs the demo, and waits for a signal unless `--once` is set. Returns the exit code. */
export async function launch({ flags, redisUrl, searchPath, cacheFolder, print }: LaunchInput): Promise<number> {
  const startedAtMs = performance.now();
  const { port, nodes, workers, corsOrigins, ownSources } = flags;
  const repository = findProjectRoot();
  if (flags.evm && repository === null)
    throw new StartFlagError('--evm: needs the contracts of the repository; clone it, and use npm start -- --evm');
  const ledger = await chooseLedger(flags.ledger, searchPath);
  // Nothing needs an orderly end before the world is ready: every child ends with this process.
  const abandon = (): void => process.exit(130);
  for (const signal of SIGNALS) process.once(signal, abandon);
  const world = await createWorld({
    root: repository ?? cacheFolder,
    stateFolder: flags.state === undefined ? join(repository ?? process.cwd(), '.localnet') : resolve(flags.state),
    port,
    nodes,
    workers,
    corsOrigins,
    ownSources,
    keepsFeeds: flags.keeper,
    ledger,
    ...(redisUrl === undefined ? {} : { redisUrl }),
    onProgress: (line) => print(`… ${line}`),
  });
  const stopped = Promise.race(SIGNALS.map((signal) => once(process, signal)));
  for (const signal of SIGNALS) process.off(signal, abandon);
  print(`\nThe world is ready after ${formatDuration(performance.now() - startedAtMs)}.\n`);
  try {
    return await Promise.race([perform(world, { flags, print, stopped, startedAtMs }), stopped.then(() => 0)]);
  } finally {
    await world.close();
  }
}

/** Throws ConfigError for an invalid key file, and ValidatorMissingError. */
async function chooseLedger(flags: LedgerFlags, searchPath: string): Promise<LedgerChoice> {
  switch (flags.kind) {
    case 'local':
      return { kind: 'local' };
    case 'validator':
      return { kind: 'validator', command: findValidator(searchPath) };
    case 'foreign': {
      const { rpcUrl, adminKeyPath, programId } = flags;
      const administrator = readKeypair(await readSecretFile('--admin-key', adminKeyPath));
      return { kind: 'foreign', rpcUrl, administrator, ...(programId === undefined ? {} : { programId }) };
    }
  }
}

interface Performance {
  readonly flags: StartFlags;
  readonly print: (text: string) => void;
  readonly stopped: Promise<unknown>;
  readonly startedAtMs: number;
}

async function perform(world: World, { flags, print, stopped, startedAtMs }: Performance): Promise<number> {
  try {
    await runDemo(world, print, { staysUp: !flags.once, evm: flags.evm });
    print(`Everything above was checked; ${formatDuration(performance.now() - startedAtMs)} since the start.`);
    if (flags.once) return 0;
  } catch (error) {
    if (!(error instanceof DemoFailure)) throw error;
    print(`The demo failed: ${error.message}\nLogs: ${world.stateFolder.path}/logs`);
    if (flags.once) return 1;
  }
  print(`Try it in a browser: ${world.manifest.gatewayUrl}/app/`);
  print('Ctrl-C stops everything.');
  await stopped;
  return 0;
}
