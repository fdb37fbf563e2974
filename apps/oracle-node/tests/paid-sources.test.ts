import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  expectRefusal,
  newLedger,
  observeOk,
  observeRequest,
  priceSource,
  startNode,
  startNodeWithSource,
  startSource,
} from './fixture.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const PAYMENT = Buffer.from('{"x402Version":2,"payload":{"transaction":"SECRET-PAYMENT"}}').toString('base64');
const sourcePayment = { x402Version: 2, payment: PAYMENT } as const;

describe('a payment to the source', () => {
  it.each([
    [1, 'x-payment', 'payment-signature'],
    [2, 'payment-signature', 'x-payment'],
  ] as const)(
    'of version %d goes into %s of the one request, beside the headers of the configuration',
    async (x402Version, name, other) => {
      const { node, source } = await startNodeWithSource(cleanup);
      const { apiConfig } = observeRequest(source);
      const config = { ...apiConfig, headers: { 'x-api-key': 'k' } };
      await observeOk(node, observeRequest(source, { apiConfig: config, sourcePayment: { x402Version, payment: PAYMENT } }));
      expect(source.headers).toHaveLength(1);
      expect(source.headers[0]).toMatchObject({ [name]: PAYMENT, 'x-api-key': 'k' });
      expect(source.headers[0]).not.toHaveProperty(other);
    },
  );

  it('goes with its own observation: the next one, of any caller, carries none', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    await observeOk(node, observeRequest(source, { sourcePayment }));
    await observeOk(node, observeRequest(source));
    expect(source.headers.map((headers) => headers['payment-signature'])).toEqual([PAYMENT, undefined]);
  });

  it('is not carried along by a redirect', async () => {
    const source = await startSource(cleanup, (request, response) => {
      if (request.url === '/price') response.writeHead(302, { location: '/other' }).end();
      else priceSource(request, response);
    });
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    const reply = await call(node, 'observe', observeRequest(source, { sourcePayment }));
    expect([reply.status, JSON.parse(reply.text)]).toMatchObject([502, { error: 'the source redirected a payment', upstreamStatus: 302 }]);
    expect(source.requests).toEqual(['GET /price']);
  });

  it('is sent once, whatever becomes of the connection', async () => {
    const source = await startSource(cleanup, (request) => void request.socket.destroy());
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    expectRefusal(await call(node, 'observe', observeRequest(source, { sourcePayment })), 502, 'upstream_failure');
    expect(source.requests).toEqual(['GET /price']);
  });

  it('leaves the session as it is: another payment gives the same session, which serves once', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const request = observeRequest(source, { sourcePayment });
    await observeOk(node, request);
    const again = { ...request, sourcePayment: { x402Version: 1, payment: 'YWdhaW4=' } as const };
    expectRefusal(await call(node, 'observe', again), 409, 'session_known');
    expect(source.requests).toHaveLength(1);
  });

  it('travels over https only, unless the host is on the allow-list', async () => {
    const { source } = await startNodeWithSource(cleanup);
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [], index: 1 });
    const apiConfig = { url: 'http://prices.example/btc', method: 'GET' } as const;
    const reply = await call(node, 'observe', observeRequest(source, { apiConfig, sourcePayment }));
    expectRefusal(reply, 403, 'forbidden_source');
    expect(reply.text).toContain('apiConfig.url: must be https where the source is paid');
  });

  it('is refused beside a header of the configuration that would stand in its place', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const { apiConfig } = observeRequest(source);
    const config = { ...apiConfig, headers: { 'Payment-Signature': 'YQ==' } };
    expectRefusal(await call(node, 'observe', observeRequest(source, { apiConfig: config, sourcePayment })), 403, 'forbidden_source');
    expect(source.requests).toHaveLength(0);
  });

  it('gives the source the time to settle it', async () => {
    const source = await startSource(cleanup, (request, response) => void delay(300).then(() => priceSource(request, response)));
    const node = await startNode(cleanup, {
      ledger: newLedger(),
      allowed: [source.name],
      limits: { fetchTimeoutMs: 100, paidFetchTimeoutMs: 10_000 },
    });
    expectRefusal(await call(node, 'observe', observeRequest(source)), 502, 'upstream_failure');
    await observeOk(node, observeRequest(source, { sourcePayment }));
  });

  it('is answered with the source’s terms where the source refuses it, and neither of them is logged', async () => {
    const terms = '{"x402Version":2,"error":"SECRET-TERMS"}';
    const source = await startSource(cleanup, (_, response) => {
      response.writeHead(402, { 'payment-required': Buffer.from(terms).toString('base64') }).end();
    });
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    const reply = await call(node, 'observe', observeRequest(source, { sourcePayment }));
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      502,
      { error: 'the source is paywalled', code: 'upstream_failure', step: 'fetch', upstreamStatus: 402, terms },
    ]);
    const logs = node.logs.join('');
    expect(logs).toContain('"upstreamStatus":402');
    for (const secret of [PAYMENT, 'SECRET-PAYMENT', 'SECRET-TERMS']) expect(logs).not.toContain(secret);
  });

  it('is told to no caller where the source quotes it as it refuses it', async () => {
    const source = await startSource(cleanup, (request, response) => {
      response
        .writeHead(402)
        .end(JSON.stringify({ x402Version: 2, error: `cannot settle ${request.headers['payment-signature'] as string}` }));
    });
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    const { text } = await call(node, 'observe', observeRequest(source, { sourcePayment }));
    expect(JSON.parse(text)).toMatchObject({ upstreamStatus: 402, terms: '402, terms withheld' });
  });

  it('has the receipt of the source kept in the log, beside the session that it paid for, and nothing else of it', async () => {
    const receipt = { success: true, transaction: '5'.repeat(88), network: 'SECRET-NETWORK', payer: 'SECRET-PAYER' };
    const source = await startSource(cleanup, (request, response) => {
      response.setHeader('payment-response', Buffer.from(JSON.stringify(receipt)).toString('base64'));
      priceSource(request, response);
    });
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    const { sessionId } = await observeOk(node, observeRequest(source, { sourcePayment }));
    const line = node.logs.find((text) => text.includes('source receipt')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ sessionId, receipt: { success: true, transaction: receipt.transaction } });
    await observeOk(node, observeRequest(source));
    expect(node.logs.filter((text) => text.includes('source receipt'))).toHaveLength(1);
    expect(node.logs.join('')).not.toContain('SECRET');
  });

  it('has the receipt kept of a payment that the source took and then failed', async () => {
    const receipt = Buffer.from(JSON.stringify({ success: true, transaction: '5'.repeat(88) })).toString('base64');
    const source = await startSource(cleanup, (_, response) => void response.writeHead(500, { 'x-payment-response': receipt }).end());
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    expectRefusal(await call(node, 'observe', observeRequest(source, { sourcePayment })), 502, 'upstream_failure');
    expect(node.logs.filter((text) => text.includes('5'.repeat(88)))).toHaveLength(1);
  });
});
