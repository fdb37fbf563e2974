import { createBooks } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FacilitatorCall, TestFacilitator } from './fakes/facilitator.js';
import { codeOf, startPaidWorld, termsOf } from './fakes/paid-world.js';
import { postX402 } from './fakes/post.js';
import { NETWORK, type World } from './fakes/world.js';
import { createX402Payer, x402Request } from './fakes/x402-payer.js';

let world: World;
let facilitator: TestFacilitator;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, facilitator, close } = await startPaidWorld());
});
afterAll(() => close());
function settleHonestly(call: FacilitatorCall): object {
  return { success: true, transaction: facilitator.land(call), network: NETWORK, payer: '' };
}
beforeEach(() => {
  facilitator.takesBlockhashes = true;
  facilitator.onSettle = settleHonestly;
});

async function payment(): Promise<string> {
  return createX402Payer().pay(await termsOf(world));
}

describe('a payment whose blockhash is past', () => {
  it('is refused before the facilitator is asked, and nothing is reserved', async () => {
    const sent = await payment();
    facilitator.takesBlockhashes = false;
    const asked = facilitator.verified.length;
    const refused = await postX402(world.url, x402Request(), sent);
    expect(codeOf(refused)).toEqual([402, 'payment_refused']);
    expect(refused.body['error']).toContain('the ledger does not accept the blockhash of the transaction');
    expect(facilitator.verified).toHaveLength(asked);
    // The facilitator refuses, for example, a blockhash that was too new for the server.
    facilitator.takesBlockhashes = true;
    expect((await postX402(world.url, x402Request(), sent)).status).toBe(200);
  });
});

describe('a payment that had landed before', () => {
  const landBefore = (seconds: number | null): void => {
    const time = seconds === null ? null : Math.floor(Date.now() / 1_000) - seconds;
    const land = (call: FacilitatorCall): string => facilitator.land(call, world.ledger.slot - 1, time);
    facilitator.onSettle = (call) => ({ success: true, transaction: land(call), network: NETWORK, payer: '' });
  };

  it('gets no caller another round, whatever the facilitator says', async () => {
    landBefore(600);
    const answer = await postX402(world.url, x402Request(), await payment());
    expect(codeOf(answer)).toEqual([402, 'payment_not_made']);
    expect(answer.body['error']).toContain('had landed before the round was admitted');
    const record = await world.outbox.read(answer.headers.get('x-round-id') as RoundId);
    expect(record).toMatchObject({ state: 'unpaid', reason: 'the transaction had landed before the round was admitted' });
    // A slot and a time may both be wrong: a later sighting counts.
    expect(await world.outbox.givenUp({ limit: 10 })).toEqual([answer.headers.get('x-round-id')]);
  });

  it('in a slot before the admission and a moment ago is in doubt: no caller hears that it was not made', async () => {
    landBefore(20);
    const answer = await postX402(world.url, x402Request(), await payment());
    expect(codeOf(answer)[1]).toBe('payment_unknown');
    const record = await world.outbox.read(answer.headers.get('x-round-id') as RoundId);
    expect(record).toMatchObject({
      state: 'payment_unknown',
      reason: expect.stringContaining('may have had it before the admission') as string,
    });
  });

  it('in a slot before the admission and a block of after it pays: the slot of the admission was wrong', async () => {
    landBefore(-2);
    expect((await postX402(world.url, x402Request(), await payment())).status).toBe(200);
  });
});

describe('the counters of payments', () => {
  it('have what the books have, by path and conclusion', async () => {
    expect((await postX402(world.url, x402Request(), await payment())).status).toBe(200);
    const books = createBooks({ redis: world.redis, gateway: world.gatewayPda, pulledBy: 'test' });
    const pulled = await books.pull({ limit: 100, leaseMs: 1_000 });
    const rows = pulled.outcome === 'rows' ? pulled.rows.flatMap(({ row }) => (row === null || row.kind === 'gap' ? [] : [row])) : [];
    const counted = [...(await world.metrics()).matchAll(/^oracle_gateway_concluded_atomic_total\{(.+)\} (\d+)$/gm)];
    expect(rows.length).toBeGreaterThan(0);
    expect(new Map(counted.map(([, labels, atomic]) => [labels, BigInt(atomic ?? '')]))).toEqual(
      rows.reduce((sums, { path, kind, amount }) => {
        const labels = `path="${path}",conclusion="${kind}"`;
        return sums.set(labels, (sums.get(labels) ?? 0n) + amount);
      }, new Map<string, bigint>()),
    );
  });
});
