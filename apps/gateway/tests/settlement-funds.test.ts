import { FEE_BALANCE_RESERVE_LAMPORTS } from '@oracle-gateway/ledger';
import { createPayerList, quotaKey } from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { formatAddress, type RoundId } from '@oracle-gateway/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { post, postAgent } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

let world: World;
afterEach(() => world.close());

/** A receipt of 80 bytes and the fee. */
const ROUND_LAMPORTS = 1_447_680n + 25_000n;
/** Cost with the account of an escrow, which a payer's first settlement makes. */
const AGENT_ROUND_LAMPORTS = ROUND_LAMPORTS + 1_670_400n;

function fund(lamports: bigint): void {
  world.ledger.slot += 1;
  world.ledger.lamports = FEE_BALANCE_RESERVE_LAMPORTS + lamports;
}
function readiness(): Promise<{ status: number; body: unknown }> {
  return fetch(`${world.url}/ready`).then(async (response) => ({ status: response.status, body: await response.json() }));
}
async function info(): Promise<unknown> {
  const { data } = (await (await fetch(`${world.url}/v1/info`)).json()) as { readonly data: unknown };
  return data;
}
async function owed(): Promise<bigint> {
  return (await world.outbox.holdTotals(quotaKey('fee-balance', world.gatewayPda), { holders: 0 })).committed;
}

describe('the lamports that settlements take', () => {
  it('a gateway promises no more of them than it has, over all its processes, and serves again once it is funded', async () => {
    world = await startWorld();
    fund(3n * ROUND_LAMPORTS);
    const sibling = await world.sibling();
    const consumer = world.subscriber();
    const now = Math.floor(Date.now() / 1_000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        post(index % 2 === 0 ? world.url : sibling.url, consumer.request({ timestamp: now - index })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503, 503, 503, 503, 503]);
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.body).toMatchObject({ code: 'settlement_funds_low' });
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect(await owed()).toBe(3n * ROUND_LAMPORTS);
    await expect.poll(readiness).toMatchObject({
      status: 503,
      body: { reasons: ['the gateway has too few lamports to pay for further settlements'] },
    });
    await world.log.line('too few lamports');
    expect(await world.metrics()).toContain(`oracle_gateway_owed_lamports ${3n * ROUND_LAMPORTS}`);

    // The refused rounds have used nothing up.
    fund(100n * ROUND_LAMPORTS);
    await expect.poll(async () => (await readiness()).status).toBe(200);
    const again = answers.findIndex(({ status }) => status === 503);
    expect((await post(world.url, consumer.request({ timestamp: now - again }))).status).toBe(200);
    await sibling.close();
  });

  it('are those of all accounts that pay, as settlement workers announce them, each beyond its own reserve', async () => {
    world = await startWorld();
    const [full, low, refilled] = [sampleAddress(), sampleAddress(), sampleAddress()];
    const balances = [
      [full, FEE_BALANCE_RESERVE_LAMPORTS + 2n * ROUND_LAMPORTS],
      [low, FEE_BALANCE_RESERVE_LAMPORTS - 1n],
      [refilled, 0n],
    ] as const;
    for (const [payer, lamports] of balances) world.ledger.lamportsOf.set(formatAddress(payer), lamports);
    const authority = formatAddress(world.secrets.gatewayKeypair.address);
    expect(await info()).toMatchObject({ authority, payers: [authority] });
    await createPayerList({ redis: world.redis, gateway: world.gatewayPda }).announce([full, low, refilled]);
    const payers = [full, low, refilled].map(formatAddress).sort();
    await expect.poll(info).toMatchObject({ authority, payers });
    fund(0n);
    const now = Math.floor(Date.now() / 1_000);
    const consumer = world.subscriber();
    const ask = async (secondsAgo: number) => (await post(world.url, consumer.request({ timestamp: now - secondsAgo }))).status;
    expect([await ask(0), await ask(1), await ask(2)]).toEqual([200, 200, 503]);
    const kept = FEE_BALANCE_RESERVE_LAMPORTS;
    await expect.poll(() => world.metrics()).toContain(`oracle_gateway_fee_balance_lamports ${kept + 2n * ROUND_LAMPORTS}`);

    world.ledger.lamportsOf.set(formatAddress(refilled), kept + ROUND_LAMPORTS);
    world.ledger.slot += 1;
    await expect.poll(() => ask(2)).toBe(200);
    expect(await ask(3)).toBe(503);
  });

  it('a settlement gives back what it held once a reading of the ledger counts it', async () => {
    world = await startWorld();
    const { headers } = await post(world.url, world.subscriber().request());
    const roundId = headers.get('x-round-id') as RoundId;
    expect(await owed()).toBe(ROUND_LAMPORTS);
    const claim = await world.outbox.claim({ roundId, workerId: 'w', leaseMs: 10_000 });
    if (claim === null) throw new Error('not claimed');
    await world.outbox.settle(claim, {
      signature: null,
      slot: null,
      seenAtSlot: 9,
      readings: [{ quotaKey: quotaKey('fee-balance', world.gatewayPda), available: 5n, slot: 9 }],
    });
    expect(await owed()).toBe(0n);
  });

  it('a round that an escrow pays for counts the account that its settlement may make', async () => {
    world = await startWorld({ agent: { enabled: true } });
    fund(AGENT_ROUND_LAMPORTS - 1n);
    const payer = world.payer(10_000_000n);
    const request = payer.request();
    expect((await postAgent(world.url, request)).body).toMatchObject({ code: 'settlement_funds_low' });
    fund(AGENT_ROUND_LAMPORTS);
    await expect.poll(async () => (await postAgent(world.url, request)).status).toBe(200);
    expect(await owed()).toBe(AGENT_ROUND_LAMPORTS);
  });
});
