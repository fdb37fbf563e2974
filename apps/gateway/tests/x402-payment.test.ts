import { parseNestedRoundResult } from '@oracle-gateway/gateway-api/parsers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPaidWorld, termsOf } from './fakes/paid-world.js';
import { postX402 } from './fakes/post.js';
import { repeated } from './fakes/repeated.js';
import type { World } from './fakes/world.js';
import { createX402Payer, type X402Payer, x402Request } from './fakes/x402-payer.js';

const NOW = Math.floor(Date.now() / 1_000);

let world: World;
let close: () => Promise<void>;
let payer: X402Payer;
/** A payment of `payer`, and what it was answered with. */
let paid: { readonly signature: string; readonly roundId: string; readonly receipt: string; readonly body: unknown };
beforeAll(async () => {
  ({ world, close } = await startPaidWorld());
  payer = createX402Payer();
  const answer = await postX402(world.url, x402Request(), payer.pay(await termsOf(world)));
  expect(answer.status).toBe(200);
  const receipt = answer.headers.get('payment-response') ?? '';
  const { transaction } = JSON.parse(Buffer.from(receipt, 'base64').toString()) as { transaction: string };
  paid = { signature: transaction, roundId: answer.headers.get('x-round-id') ?? '', receipt, body: answer.body };
});
afterAll(() => close());

async function read(signature: string, authorization?: string) {
  const response = await fetch(`${world.url}/v1/x402/payments/${signature}`, {
    headers: authorization === undefined ? {} : { authorization },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Record<string, unknown> };
}

describe('GET /v1/x402/payments/{signature}', () => {
  it('tells its payer the round, the result as it was answered but no live round, and the receipt', async () => {
    const { status, headers, body } = await read(paid.signature, payer.readAuthorization(paid.signature));
    expect(status).toBe(200);
    const createdAt = expect.any(Number) as number;
    const slot = expect.any(Number) as number;
    expect(body).toEqual({
      status: 'ok',
      data: { roundId: paid.roundId, state: 'paid', createdAt, payment: { signature: paid.signature, slot }, result: repeated(paid.body) },
    });
    parseNestedRoundResult(paid.body);
    expect(headers.get('payment-response')).toBe(paid.receipt);
  });

  it('of another transaction is 404, whether its signature begins alike or not', async () => {
    const alike = `${paid.signature.slice(0, -1)}${paid.signature.endsWith('2') ? '3' : '2'}`;
    for (const signature of [alike, '2'.repeat(88)]) {
      const { status, body } = await read(signature, payer.readAuthorization(signature));
      expect([status, body['code']]).toEqual([404, 'payment_not_found']);
    }
  });

  it.each(['0'.repeat(88), '2'.repeat(63), '2'.repeat(89), '%ff'])('of the malformed signature %s is no question', async (signature) => {
    const { status } = await read(signature, payer.readAuthorization(signature));
    expect([400, 404]).toContain(status);
  });
});

describe('a stranger who saw the payment on the ledger', () => {
  it.each<[string, () => string | undefined]>([
    ['no authorization', () => undefined],
    ['a signature of another key', () => createX402Payer().readAuthorization(paid.signature)],
    ['a signature over another payment', () => payer.readAuthorization('2'.repeat(88))],
    ['a signature that is too old', () => payer.readAuthorization(paid.signature, NOW - 120)],
    ['a signature of a later time', () => payer.readAuthorization(paid.signature, NOW + 300)],
    ['another time than the signed one', () => payer.readAuthorization(paid.signature).replace(/\.\d+\./, `.${NOW - 1}.`)],
    ['the payer’s name with a signature of another key', () => payer.readAuthorization(paid.signature).replace(/0x.*/, otherSignature())],
    ['a signature of zeros', () => payer.readAuthorization(paid.signature).replace(/0x.*/, `0x${'00'.repeat(64)}`)],
    ['an address that is none', () => payer.readAuthorization(paid.signature).replace(/ [^.]+\./, ` ${'z'.repeat(44)}.`)],
    ['a read of a round', () => payer.readAuthorization(paid.signature).replace('PaymentRead', 'RoundRead')],
    ['another scheme', () => 'Basic b3duZXI6'],
  ])('is refused with %s, and learns neither round nor value', async (_what, authorization) => {
    const { status, headers, body, text } = await read(paid.signature, authorization());
    expect([status, body['code']], text).toEqual([401, 'payment_private']);
    expect(headers.get('www-authenticate')).toContain('PaymentRead');
    expect(text).not.toContain(paid.roundId);
    expect(text).not.toContain('64628.31');
    expect(headers.get('payment-response')).toBeNull();
  });
});

function otherSignature(): string {
  return createX402Payer().readAuthorization(paid.signature).split('.').at(-1) ?? '';
}
