import { randomBytes } from 'node:crypto';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Status, type TestFacilitator } from './fakes/facilitator.js';
import { startPaidWorld, termsOf } from './fakes/paid-world.js';
import { postX402, type RawAnswer } from './fakes/post.js';
import type { World } from './fakes/world.js';
import { createX402Payer, x402Request } from './fakes/x402-payer.js';

/** Stand-in for a token in words that are not ours. */
const PLANTED = `token-${randomBytes(8).toString('hex')}`;
const SIMULATION_FAILED = 'invalid_exact_svm_transaction_simulation_failed';

let world: World;
let facilitator: TestFacilitator;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, facilitator, close } = await startPaidWorld());
});
afterAll(() => close());

async function payAsAsked(request = x402Request()) {
  return postX402(world.url, request, createX402Payer().pay(await termsOf(world, request)));
}

/** Name of the request in a line of the log. */
function requestOf({ headers }: RawAnswer): string {
  return `"requestId":"${headers.get('x-request-id') ?? ''}"`;
}

describe('the facilitator', () => {
  it('has no words of its own told in the 402, whatever it calls them: they are in the log with the request, short and printable', async () => {
    facilitator.onVerify = () => ({ isValid: false, invalidReason: `connect 127.0.0.1:4021\n${PLANTED}${'x'.repeat(5_000)}` });
    const refused = await payAsAsked();
    facilitator.onVerify = () => ({ isValid: true });
    expect([refused.status, refused.body['error']]).toEqual([402, 'the payment was refused: unexpected_verify_error']);
    expect(JSON.stringify([refused.body, ...refused.headers])).not.toContain(PLANTED);
    const line = await world.log.line(`connect 127.0.0.1:4021 ${PLANTED}`, requestOf(refused));
    expect(line.length).toBeLessThan(1_000);
  });

  it.each<[string, () => unknown]>([
    ['refuses to settle', () => ({ success: false, transaction: '', errorReason: SIMULATION_FAILED, errorMessage: PLANTED })],
    ['refuses for a reason of its own', () => new Status(400, { success: false, transaction: '', errorReason: PLANTED })],
    ['shows a foreign page', () => new Status(502, `<h1>127.0.0.1:4021</h1> ${PLANTED}`)],
  ])('puts none of its words into the answer, the receipt and the record where it %s', async (_case, onSettle) => {
    facilitator.onSettle = onSettle;
    const answer = await payAsAsked();
    expect([402, 503]).toContain(answer.status);
    const roundId = answer.headers.get('x-round-id') ?? '';
    const record = await world.redis.hgetall(`${outboxPrefix(world.gatewayPda)}:round:${roundId}`);
    const round = await (await fetch(`${world.url}/v1/rounds/${roundId}`)).text();
    const receipt = Buffer.from(answer.headers.get('payment-response') ?? '', 'base64').toString();
    expect(record['state']).toBe('payment_unknown');
    const told = JSON.stringify([answer.body, ...answer.headers, receipt, round, record]);
    for (const word of [PLANTED, '127.0.0.1:4021']) expect(told).not.toContain(word);
    if (answer.status === 402) expect(JSON.parse(receipt)).toMatchObject({ success: false, errorReason: SIMULATION_FAILED });
    await world.log.line(PLANTED, roundId, requestOf(answer));
  });
});
