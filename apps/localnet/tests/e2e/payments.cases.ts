import { associatedTokenAddress } from '@oracle-gateway/litesvm-rpc';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { beforeAll, describe, expect, it } from 'vitest';

import { ordinaryWorld } from './ordinary-world.js';
import { control, type TestWorld } from './test-world.js';

const PRICE_ATOMIC = 1_000n;

let test: TestWorld;
/** The official client, as users install it, with its default limits. */
let pay: typeof fetch;
beforeAll(async () => {
  test = ordinaryWorld();
  const { keys, rpcUrl } = test.world.manifest;
  const signer = await createKeyPairSignerFromBytes(Uint8Array.from(keys.x402Payer));
  pay = wrapFetchWithPayment(fetch, new x402Client().register('solana:*', new ExactSvmScheme(signer, { rpcUrl })));
});

function balanceOf(owner: Uint8Array): bigint {
  const { ledger, manifest } = test.world;
  const account = ledger.account(associatedTokenAddress(owner, manifest.usdcMint));
  return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
}
function payerBalance(): bigint {
  return balanceOf(Uint8Array.from(test.world.manifest.keys.x402Payer.slice(32)));
}
function priceUrl(): string {
  return `${test.world.manifest.sources.paywalled}/price`;
}
async function read(): Promise<{ status: number; body: unknown; receipt: string | null }> {
  const response = await pay(priceUrl());
  return { status: response.status, body: await response.json(), receipt: response.headers.get('payment-response') };
}

describe('the paywalled source', () => {
  it('asks for a payment of version 2, in header and body', async () => {
    const response = await fetch(priceUrl());
    expect(response.status).toBe(402);
    const body: unknown = await response.json();
    expect(body).toMatchObject({
      x402Version: 2,
      accepts: [{ amount: '1000', asset: test.world.manifest.usdcMint, network: test.world.manifest.network }],
    });
    expect(JSON.parse(Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString())).toEqual(body);
  });

  it('gives its price to the official client for one payment each time, to the atomic unit', async () => {
    for (let request = 1; request <= 2; request += 1) {
      const before = payerBalance();
      const { status, body, receipt } = await read();
      expect([status, body]).toEqual([200, { price: '64628.31' }]);
      expect(before - payerBalance()).toBe(PRICE_ATOMIC);
      const { success, transaction } = decodePaymentResponseHeader(receipt ?? '');
      expect(success).toBe(true);
      expect(test.world.ledger.transactions.find(transaction)?.execution.err).toBeNull();
    }
  });

  it('gives nothing for a payment that it had before', async () => {
    const sent: string[] = [];
    const recording: typeof fetch = (input, init) => {
      const header = new Request(input, init).headers.get('payment-signature');
      if (header !== null) sent.push(header);
      return fetch(input, init);
    };
    const { keys, rpcUrl } = test.world.manifest;
    const signer = await createKeyPairSignerFromBytes(Uint8Array.from(keys.x402Payer));
    const client = new x402Client().register('solana:*', new ExactSvmScheme(signer, { rpcUrl }));
    expect((await wrapFetchWithPayment(recording, client)(priceUrl())).status).toBe(200);
    const before = payerBalance();
    const again = await fetch(priceUrl(), { headers: { 'payment-signature': sent[0] ?? '' } });
    expect(again.status).toBe(402);
    expect(payerBalance()).toBe(before);
  });

  it.each(['@@', Buffer.from('{"x402Version":2}').toString('base64')])(
    'asks again where the header holds no payment (%s)',
    async (header) => {
      expect((await fetch(priceUrl(), { headers: { 'payment-signature': header } })).status).toBe(402);
    },
  );
});

describe('a facilitator that fails', () => {
  it.each(['down', 'error500'])('%s: nothing is sold, nothing moves, and it goes on once it is well', async (fault) => {
    await control(test, '/facilitator', { fault });
    const before = payerBalance();
    expect(await read()).toMatchObject({ status: 503 });
    expect(payerBalance()).toBe(before);
    await control(test, '/facilitator', { fault: 'none' });
    expect(await read()).toMatchObject({ status: 200 });
  });

  it('settle-then-drop: the money has moved although nothing was sold', async () => {
    await control(test, '/facilitator', { fault: 'settle-then-drop' });
    const before = payerBalance();
    expect(await read()).toMatchObject({ status: 503 });
    expect(before - payerBalance()).toBe(PRICE_ATOMIC);
  });

  it('timeout: holds its answer, and nothing moves', async () => {
    await control(test, '/facilitator', { fault: 'timeout' });
    const before = payerBalance();
    await expect(pay(priceUrl(), { signal: AbortSignal.timeout(1_500) })).rejects.toThrow(/timeout/);
    expect(payerBalance()).toBe(before);
  });
});
