import type { FetchLike } from '@oracle-gateway/ledger';
import { roundAddress, roundIdOf, unixSeconds, type Address } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { keypair, settle, START_SECONDS } from '@oracle-gateway/ledger/testing';
import { OperateError } from '../src/command/operate-error.js';
import { createReceiptIndex, type ReceiptIndex } from '../src/reclaim/receipt-index.js';
import { ProgramWorld } from './support/program-world.js';
import { Agent, AGENT_PRICE } from './support/served-agent-round.js';

const START = Number(START_SECONDS);
const WINDOW_SECONDS = 21_600;
/** Rent of 80 bytes. */
const RECEIPT_LAMPORTS = 1_447_680;
const RECLAIM = ['rent', 'reclaim'];

let world: ProgramWorld;
let receipts: ReceiptIndex;
/** Two receipts and an agent's round that the index does not have, as after a loss of Redis. */
let open: readonly Address[];
beforeAll(async () => {
  world = await ProgramWorld.open({ redisUrl: inject('redisUrl'), database: 5 });
  const { ledger } = world;
  const agent = new Agent(ledger, keypair('agent'));
  receipts = createReceiptIndex({ redis: world.redis, gateway: agent.gateway });
  const rounds: Address[] = [];
  for (const timestampSeconds of [START, START + 1]) {
    await settle(ledger, 2, timestampSeconds);
    rounds.push(roundAddress({ ...ledger.settlement(2, timestampSeconds), timestampSeconds: unixSeconds(timestampSeconds) }));
  }
  await agent.fund(AGENT_PRICE);
  const { instruction, address } = await agent.round(START + 2);
  await ledger.send(ledger.gateway, instruction);
  open = [...rounds, address];
});
afterAll(() => world.close());

function isThere(address: Address): boolean {
  return (world.ledger.rpc.svm.getAccount(address)?.lamports() ?? 0n) > 0n;
}
function indexed() {
  return receipts.due({ beforeSeconds: Number.MAX_SAFE_INTEGER, limit: 10 });
}
/** A server without getProgramAccounts, as providers offer it. */
const refusing: FetchLike = (url, init) => {
  if (!init.body.includes('getProgramAccounts')) return world.ledger.rpc.fetch(url, init);
  const { id } = JSON.parse(init.body) as { readonly id: number };
  const error = { code: -32_601, message: 'getProgramAccounts is not available on the free tier' };
  return Promise.resolve(new Response(JSON.stringify({ jsonrpc: '2.0', id, error })));
};

it('a server that refuses getProgramAccounts is named with its reason and what to do, and nothing is put into the index', async () => {
  const asked = world.operate(RECLAIM, { fetch: refusing });
  await expect(asked).rejects.toThrow(OperateError);
  await expect(asked).rejects.toThrow(
    /^ledger getProgramAccounts: the server refused with code -32601.*\. This command needs .*ORACLE_GATEWAY_RPC_URL/,
  );
  await expect(asked).rejects.not.toThrow(/ledger\.test/);
  expect(await indexed()).toEqual([]);
});

it("the gateway's open receipts are found on the ledger and put into the index with the times of their rounds", async () => {
  expect(await world.operate(RECLAIM)).toBe(
    `3 receipts are open and hold ${3 * RECEIPT_LAMPORTS} lamports\n0 were in the index, 3 were added to it, 0 found no room\n`,
  );
  expect(await indexed()).toEqual(open.map((address, index) => ({ roundId: roundIdOf(address), timestampSeconds: START + index })));
  expect(await world.operate(RECLAIM)).toContain('3 were in the index, 0 were added to it, 0 found no room\n');
});

it('a worker closes what the command has found, and the command finds no more of it', async () => {
  world.ledger.rpc.setClock(BigInt(START + WINDOW_SECONDS + 800));
  const worker = await world.startWorker({ nowMs: () => (START + WINDOW_SECONDS + 800) * 1_000 });
  await expect.poll(() => open.some(isThere), { interval: 50 }).toBe(false);
  await expect.poll(() => indexed(), { interval: 50 }).toEqual([]);
  await worker.close();
  expect(await world.operate(RECLAIM)).toContain('0 receipts are open and hold 0 lamports\n');
});
