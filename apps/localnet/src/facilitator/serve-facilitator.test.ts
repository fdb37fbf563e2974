import { once } from 'node:events';
import { connect } from 'node:net';

import { createLocalLedger, serveLedgerRpc } from '@oracle-gateway/litesvm-rpc';
import { formatAddress } from '@oracle-gateway/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { NETWORK } from '../base/devnet.js';
import { addressOf, newKeypair } from '../base/keypair.js';
import { Teardown } from '../base/teardown.js';
import { serveFacilitator, type ServedFacilitator } from './serve-facilitator.js';

const FEE_PAYER = newKeypair();
const TERMS = {
  scheme: 'exact',
  network: NETWORK,
  amount: '1000',
  asset: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  payTo: formatAddress(addressOf(newKeypair())),
  maxTimeoutSeconds: 60,
  extra: { feePayer: formatAddress(addressOf(FEE_PAYER)) },
};
const BODY = {
  x402Version: 2,
  paymentPayload: { x402Version: 2, accepted: TERMS, payload: { transaction: 'AAAA' } },
  paymentRequirements: TERMS,
};

const teardown = new Teardown();
let facilitator: ServedFacilitator;
beforeAll(async () => {
  const ledger = createLocalLedger({ slotMs: 0 });
  teardown.add(() => ledger.close());
  const rpc = await serveLedgerRpc(ledger);
  teardown.add(() => rpc.close());
  facilitator = await serveFacilitator({ host: '127.0.0.1', port: 0, network: NETWORK, rpcUrl: rpc.rpcUrl, feePayer: FEE_PAYER });
  teardown.add(() => facilitator.close());
});
afterEach(() => facilitator.setFault('none'));
afterAll(() => teardown.run());

async function post(path: string, body: unknown, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(facilitator.url + path, { method: 'POST', body: text, ...init });
  return { status: response.status, body: await response.json() };
}
/** Resolves when a connection is refused or accepted. */
async function accepts(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

describe('the facilitator', () => {
  it('says what it settles, and who pays the fees', async () => {
    const supported: unknown = await (await fetch(`${facilitator.url}/supported`)).json();
    expect(supported).toEqual({
      kinds: [{ x402Version: 2, scheme: 'exact', network: NETWORK, extra: { feePayer: TERMS.extra.feePayer } }],
      extensions: [],
      signers: { 'solana:*': [TERMS.extra.feePayer] },
    });
  });

  it('judges a payment', async () => {
    expect(await post('/verify', BODY)).toMatchObject({ status: 200, body: { isValid: false } });
    expect(await post('/settle', BODY)).toMatchObject({ status: 200, body: { success: false, transaction: '' } });
  });

  it.each([
    ['no JSON', '{', 'body: must be JSON'],
    ['a list', [], 'body: '],
    ['another version', { ...BODY, x402Version: 1 }, 'x402Version: '],
    ['no payment', { ...BODY, paymentPayload: undefined }, 'paymentPayload: must be a payment of x402 version 2'],
    [
      'a payment of version 1',
      { ...BODY, paymentPayload: { x402Version: 1, scheme: 'exact', network: 'n', payload: {} } },
      'paymentPayload: ',
    ],
    ['no requirements', { ...BODY, paymentRequirements: {} }, 'paymentRequirements: must be the requirements of x402 version 2'],
    ['too much', ' '.repeat(70_000), 'body: at most 65536 bytes'],
  ])('refuses a body with %s, naming the member', async (_, body, named) => {
    for (const path of ['/verify', '/settle']) {
      expect(await post(path, body)).toEqual({ status: 400, body: { error: expect.stringContaining(named) as string } });
    }
  });

  it('answers 404 to anything else', async () => {
    expect((await post('/pay', BODY)).status).toBe(404);
    expect((await fetch(`${facilitator.url}/verify`)).status).toBe(404);
  });
});

describe('its faults', () => {
  it('down refuses connections, until it is well again at the same address', async () => {
    await facilitator.setFault('down');
    expect(await accepts(facilitator.url)).toBe(false);
    await facilitator.setFault('down');
    await facilitator.setFault('none');
    expect(await accepts(facilitator.url)).toBe(true);
    expect((await post('/verify', BODY)).status).toBe(200);
  });

  it.each(['/verify', '/settle'])('timeout gives no answer to %s', async (path) => {
    await facilitator.setFault('timeout');
    await expect(post(path, BODY, { signal: AbortSignal.timeout(300) })).rejects.toThrow(/timeout/);
    expect((await fetch(`${facilitator.url}/supported`)).status).toBe(200);
  });

  it.each(['/verify', '/settle'])('error500 answers %s with that', async (path) => {
    await facilitator.setFault('error500');
    expect(await post(path, BODY)).toEqual({ status: 500, body: { error: 'internal error' } });
  });

  it('settle-then-drop verifies, and breaks the connection of a settle', async () => {
    await facilitator.setFault('settle-then-drop');
    expect((await post('/verify', BODY)).status).toBe(200);
    await expect(post('/settle', BODY)).rejects.toThrow('fetch failed');
  });
});
