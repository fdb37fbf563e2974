import { readFile } from 'node:fs/promises';

import { FEE_BALANCE_RESERVE_LAMPORTS } from '@oracle-gateway/ledger';
import { parseAddress, type Address } from '@oracle-gateway/protocol';
import { beforeAll, expect, it } from 'vitest';

import { gatedWorkerWorld, workerGate } from './gated-worker-world.js';
import type { RpcGate } from './rpc-gate.js';
import { execute, expectSettled, metric, prepareRound, serve, type TestWorld } from './test-world.js';

/** A receipt of 80 bytes and the fee, as the gateway counts them. */
const ROUND_LAMPORTS = 1_447_680n + 25_000n;

let test: TestWorld;
let gate: RpcGate;
let authority: Address;
beforeAll(() => {
  test = gatedWorkerWorld();
  gate = workerGate();
  authority = parseAddress(test.world.manifest.gatewayAuthority);
});

function hold(lamports: bigint): void {
  const { ledger } = test.world;
  const account = ledger.account(authority);
  if (account === null) throw new Error('the gateway has no account');
  ledger.setAccount(authority, { ...account, lamports });
}
async function reasons(): Promise<unknown> {
  return ((await (await fetch(`${test.world.manifest.gatewayUrl}/ready`)).json()) as { reasons?: unknown }).reasons;
}
const LOW = ['the gateway has too few lamports to pay for further settlements'];

it('a drained gateway stops before it owes more than it has; once funded, all that is pending settles and nothing lapses', async () => {
  await expectSettled(test, await serve(test, { quorum: 3 }));
  // The worker settles nothing for now, so that what is served stays owed.
  gate.stall();
  const drained = FEE_BALANCE_RESERVE_LAMPORTS + 3n * ROUND_LAMPORTS;
  hold(drained);
  // `/ready` reads the fee balance every few seconds.
  const feeBalance = () => reasons().then(() => metric(test.world.manifest.metricsUrls.gateway, /^oracle_gateway_fee_balance_lamports/));
  await expect.poll(feeBalance).toBe(Number(drained));
  const served = [await serve(test, { quorum: 3 }), await serve(test, { quorum: 3 }), await serve(test, { quorum: 3 })];
  expect(await execute(test, prepareRound(test, { quorum: 3 }))).toMatchObject({ status: 503, body: { code: 'settlement_funds_low' } });
  await expect.poll(reasons).toEqual(LOW);
  // Less than any settlement takes: the worker says what is missing, and blames no round.
  hold(1_000_000n);
  gate.release();
  const workerLog = () => readFile(test.world.stateFolder.logOf('worker-0'), 'utf8');
  await expect.poll(workerLog).toContain('InsufficientLamports');
  test.world.ledger.airdrop(authority, 10_000_000_000n);
  await Promise.all(served.map((round) => expectSettled(test, round)));
  await expect.poll(reasons).toBeUndefined();
  await expectSettled(test, await serve(test, { quorum: 3 }));
  expect(await metric(test.world.manifest.metricsUrls.worker, /^oracle_settlement_lapsed_total/)).toBe(0);
});
