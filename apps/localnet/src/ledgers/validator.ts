import { once } from 'node:events';
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { createRpcClient, signerFromSecretKey } from '@oracle-gateway/ledger';
import { withDeadline } from '@oracle-gateway/process';
import { programArtifactPath } from '@oracle-gateway/program/artifact';
import { formatAddress } from '@oracle-gateway/protocol';
import { TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';

import { freePort, spawnTied } from '@oracle-gateway/dev-servers';
import { DEVNET_USDC_MINT } from '../base/devnet.js';
import { addressOf, newKeypair, type SecretKey } from '../base/keypair.js';
import { LOOPBACK, urlOfPort } from '../base/ports.js';
import type { StateFolder } from '../base/state-folder.js';
import type { Teardown } from '../base/teardown.js';
import { subscriptionsUrl } from './foreign.js';
import { SetupError } from './send.js';
import { PLENTY, STABLECOIN_DECIMALS, type WorldLedger } from './world-ledger.js';

const COMMAND = 'solana-test-validator';
const START_TIMEOUT_MS = 300_000;
const POLL_MS = 200;
const STOP_TIMEOUT_MS = 10_000;
const MINT_LAMPORTS = 1_461_600;
/** A validator is healthy at slot 0 and runs genesis programs from slot 1. It may check a transaction against a bank one slot behind. */
const FIRST_USABLE_SLOT = 2;

/** PATH has no test validator. */
export class ValidatorMissingError extends Error {
  override readonly name = 'ValidatorMissingError';

  constructor() {
    super(
      `--validator: ${COMMAND} must be on PATH. Install the Solana CLI (https://docs.anza.xyz/cli/install), or start without this flag to use the built-in ledger`,
    );
  }
}

export interface ValidatorInput {
  /** The RPC server's port, 0 for a free one. Subscriptions use the next port. */
  readonly port: number;
  readonly state: StateFolder;
  /** The result of `findValidator`. */
  readonly command: string;
}

/** The first executable of that name in the folders of a PATH. Throws ValidatorMissingError. */
export function findValidator(searchPath: string): string {
  for (const folder of searchPath.split(delimiter).filter((name) => name !== '')) {
    const path = join(folder, COMMAND);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  throw new ValidatorMissingError();
}

/** Starts a test validator whose genesis holds the program and the stablecoin. Throws SetupError. */
export async function startValidator({ port: asked, state, command }: ValidatorInput, teardown: Teardown): Promise<WorldLedger> {
  const port = asked === 0 ? await freePort() : asked;
  const [administrator, program] = [newKeypair(), newKeypair()];
  const authority = formatAddress(addressOf(administrator));
  const programId = addressOf(program);
  const mintFile = await state.writePrivate('config/stablecoin.json', mintAccountJson(administrator));
  const log = openSync(state.logOf('validator'), 'a', 0o600);
  const child = spawnTied(
    command,
    [
      ...['--ledger', join(state.path, 'validator'), '--reset', '--quiet', '--bind-address', LOOPBACK, '--rpc-port', String(port)],
      ...['--mint', authority],
      ...['--upgradeable-program', formatAddress(programId), fileURLToPath(programArtifactPath), authority],
      ...['--account', formatAddress(DEVNET_USDC_MINT), mintFile],
    ],
    { stdio: ['ignore', log, log] },
  );
  closeSync(log);
  const ended = once(child, 'exit');
  let isRunning = true;
  const note = (): void => void (isRunning = false);
  child.once('exit', note);
  child.once('error', note);
  teardown.add(async () => {
    if (!isRunning) return;
    child.kill('SIGTERM');
    if (!(await withDeadline(ended, STOP_TIMEOUT_MS))) child.kill('SIGKILL');
    await ended;
  });
  const rpcUrl = urlOfPort(port);
  await untilUsable(rpcUrl, () => isRunning, state.logOf('validator'));
  return {
    rpcUrl,
    wsUrl: subscriptionsUrl(rpcUrl),
    local: null,
    administrator: signerFromSecretKey(administrator),
    lamports: PLENTY,
    prepare: () => Promise.resolve({ programId, mint: DEVNET_USDC_MINT }),
  };
}

/** Waits until the validator is healthy and runs the programs of its genesis. Throws SetupError. */
async function untilUsable(rpcUrl: string, isRunning: () => boolean, logPath: string): Promise<void> {
  const rpc = createRpcClient({ rpcUrl, timeoutMs: 2_000, maxAnswerBytes: 64 * 1024, fetch: (url, init) => fetch(url, init) });
  const untilMs = performance.now() + START_TIMEOUT_MS;
  while (isRunning() && performance.now() < untilMs) {
    const [health, slot] = await Promise.all([rpc('getHealth', []), rpc('getSlot', [{ commitment: 'confirmed' }])]).catch(() => [null, 0]);
    if (health === 'ok' && Number(slot) >= FIRST_USABLE_SLOT) return;
    await delay(POLL_MS);
  }
  throw new SetupError(
    `${COMMAND} ${isRunning() ? `did not confirm slot ${FIRST_USABLE_SLOT} within ${START_TIMEOUT_MS / 1_000} s` : 'stopped'}; its log is ${logPath}`,
  );
}

/** The administrator's initialised mint, in the form of `solana account --output json`. */
function mintAccountJson(administrator: SecretKey): string {
  const data = Buffer.alloc(82);
  data.writeUInt32LE(1, 0);
  data.set(addressOf(administrator), 4);
  data[44] = STABLECOIN_DECIMALS;
  data[45] = 1;
  const account = {
    lamports: MINT_LAMPORTS,
    data: [data.toString('base64'), 'base64'],
    owner: formatAddress(TOKEN_PROGRAM_ID),
    executable: false,
    rentEpoch: 0,
    space: data.length,
  };
  return JSON.stringify({ pubkey: formatAddress(DEVNET_USDC_MINT), account });
}
