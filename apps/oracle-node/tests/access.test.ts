import { MAX_NODE_REQUEST_BYTES } from '@oracle-gateway/node-api';
import { deriveDeploymentId, formatAddress } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  authorityOf,
  call,
  Cleanup,
  expectRefusal,
  GATEWAY_KEY,
  observeOk,
  observeRequest,
  post,
  SECOND,
  startNodeWithSource,
  type Signing,
} from './fixture.js';
import { gatewayAccount, PROGRAM_ID } from './ledger-fake.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const gatewayPda = formatAddress(gatewayAddress(PROGRAM_ID, authorityOf(GATEWAY_KEY)));

describe('access to the node', () => {
  it.each<[string, () => Partial<Signing>]>([
    ['a gateway that is not registered', () => ({ gatewayKey: new Uint8Array(32).fill(0x99) })],
    ['a signature for another node', () => ({ nodeIndex: 1 })],
    [
      'a signature for another deployment',
      () => ({ deploymentId: deriveDeploymentId({ programId: PROGRAM_ID, network: 'solana:other' }) }),
    ],
    ['a signature over another path', () => ({ path: '/v1/sign' })],
    ['a signature over another body', () => ({ body: '{}' })],
    ['a request signed 11 s ago', () => ({ timeMs: Date.now() - 11 * SECOND })],
    ['a request signed for 11 s from now', () => ({ timeMs: Date.now() + 11 * SECOND })],
  ])('401 for %s', async (_, signed) => {
    const { node, source } = await startNodeWithSource(cleanup);
    expectRefusal(await call(node, 'observe', observeRequest(source), signed()), 401, 'unauthorized');
    expect(source.requests.length).toBe(0);
  });

  it.each(['/v1/commit', '/v1/observe', '/v1/sign', '/v1/release'])('401 at %s without a credential, whatever the body', async (path) => {
    const { node } = await startNodeWithSource(cleanup);
    for (const body of ['{}', 'not json', '']) {
      const response = await fetch(node.url + path, { method: 'POST', body });
      expectRefusal({ status: response.status, text: await response.text() }, 401, 'unauthorized');
    }
  });

  it('401 for a gateway that is switched off', async () => {
    const { node, source, ledger } = await startNodeWithSource(cleanup);
    ledger.gateways.set(gatewayPda, gatewayAccount(authorityOf(GATEWAY_KEY), { deactivatedAt: 10n }));
    expectRefusal(await call(node, 'observe', observeRequest(source)), 401, 'unauthorized');
  });

  it('200 for a gateway that was switched off and on again', async () => {
    const { node, source, ledger } = await startNodeWithSource(cleanup);
    ledger.gateways.set(gatewayPda, gatewayAccount(authorityOf(GATEWAY_KEY), { deactivatedAt: 10n, reactivatedAt: 11n }));
    await observeOk(node, observeRequest(source));
  });

  it('strangers cannot make the node ask the ledger without end', async () => {
    const { node, source, ledger } = await startNodeWithSource(cleanup);
    const strangers = Array.from({ length: 60 }, (_, fill) => new Uint8Array(32).fill(fill + 150));
    const replies = await Promise.all(strangers.map((gatewayKey) => call(node, 'observe', observeRequest(source), { gatewayKey })));
    expect(replies.every(({ status }) => status === 401 || status === 503)).toBe(true);
    // The requests may fall into two seconds.
    expect(ledger.reads.gateway).toBeLessThanOrEqual(40);
  });
});

describe('the body', () => {
  it.each([
    ['no JSON', 'nonsense'],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['a duplicate member', '{"sessionIds":["0x00"],"sessionIds":["0x00"]}'],
    ['deep nesting', '['.repeat(64) + ']'.repeat(64)],
    ['another shape', '{"sessionIds":"0x00"}'],
    ['an unknown member', `{"sessionIds":["0x${'00'.repeat(32)}"],"all":true}`],
  ])('400 for %s', async (_, body: string | Uint8Array<ArrayBuffer>) => {
    const { node } = await startNodeWithSource(cleanup);
    expectRefusal(await post(node, '/v1/release', body), 400, 'invalid_request');
  });

  it('413 for more than the limit, announced or not', async () => {
    const { node } = await startNodeWithSource(cleanup);
    const body = ' '.repeat(MAX_NODE_REQUEST_BYTES + 1);
    expectRefusal(await post(node, '/v1/release', body), 413, 'payload_too_large');
    const chunked = await fetch(`${node.url}/v1/release`, {
      method: 'POST',
      body: new Blob([body]).stream(),
      duplex: 'half',
    });
    expectRefusal({ status: chunked.status, text: await chunked.text() }, 413, 'payload_too_large');
  });

  it('404 and 405 for what the contract does not have', async () => {
    const { node } = await startNodeWithSource(cleanup);
    expectRefusal(await post(node, '/v1/unknown', '{}'), 404, 'not_found');
    expectRefusal(await post(node, '/v1/release?x=1', '{}'), 404, 'not_found');
    expectRefusal(await post(node, '/faults', '{"fault":"lie"}'), 404, 'not_found');
    const response = await fetch(`${node.url}/v1/observe`);
    expectRefusal({ status: response.status, text: await response.text() }, 405, 'method_not_allowed');
  });
});
