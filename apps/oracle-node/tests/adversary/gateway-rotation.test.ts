import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import {
  authorityOf,
  call,
  Cleanup,
  commitmentOf,
  expectRefusal,
  GATEWAY_KEY,
  gatewayOf,
  newLedger,
  observeOk,
  observeRequest,
  OTHER_GATEWAY_KEY,
  signedHeaders,
  signOk,
  signRequest,
  startNode,
  startNodes,
  startNodeWithSource,
  startSource,
} from '../fixture.js';
import { type FakeLedger, gatewayAccount } from '../ledger-fake.js';
import { openTestStream } from '../over-stream.js';

/** The key of a Gateway account changes. The account stays, and with it all that a node keeps for the gateway. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const NEXT_KEY = new Uint8Array(32).fill(0x73);
const gateway = gatewayOf(GATEWAY_KEY);
const NEXT = { gatewayKey: NEXT_KEY, gateway };

function setAuthority(ledger: FakeLedger, account: Address, authority: Address): void {
  ledger.gateways.set(formatAddress(account), { ...gatewayAccount(authorityOf(GATEWAY_KEY)), authority });
}

function rotate(ledger: FakeLedger): void {
  setAuthority(ledger, gateway, authorityOf(NEXT_KEY));
}

describe('a key that replaces another', () => {
  it('is served at once, and the old one is refused from then on', async () => {
    const { ledger, node, source } = await startNodeWithSource(cleanup);
    await observeOk(node, observeRequest(source));
    rotate(ledger);
    await observeOk(node, observeRequest(source), NEXT);
    expectRefusal(await call(node, 'observe', observeRequest(source)), 401, 'unauthorized');
    await observeOk(node, observeRequest(source), NEXT);
  });

  it('is refused before the ledger has it', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    expectRefusal(await call(node, 'observe', observeRequest(source), NEXT), 401, 'unauthorized');
    await observeOk(node, observeRequest(source));
    expect(source.requests.length).toBe(1);
  });

  it('goes on with the sessions and commitments of the account', async () => {
    const { ledger, nodes, source } = await startNodes(cleanup, 2);
    const request = observeRequest(source, { eligible: [0, 1] });
    const observations = await Promise.all(nodes.map((node) => observeOk(node, request)));
    const signers = await Promise.all(nodes.map(async (node) => ({ index: node.index, ...(await commitmentOf(node)) })));
    rotate(ledger);
    for (const node of nodes) {
      const reply = await call(node, 'sign', signRequest(observations), NEXT);
      expect(reply.status, reply.text).toBe(200);
      const inAdvance = await observeOk(node, observeRequest(source, { eligible: [0, 1], signers }), NEXT);
      expect(inAdvance.partial).toBeDefined();
      expectRefusal(await call(node, 'observe', request, NEXT), 409, 'session_known');
    }
  });

  it('leaves no use for recorded requests of the old one', async () => {
    const { ledger, node, source } = await startNodeWithSource(cleanup);
    const path = '/v1/observe';
    const body = JSON.stringify(observeRequest(source));
    const headers = await signedHeaders(node, path, body);
    const replay = () => fetch(node.url + path, { method: 'POST', headers, body });
    expect((await replay()).status).toBe(200);
    rotate(ledger);
    await observeOk(node, observeRequest(source), NEXT);
    const late = await replay();
    expectRefusal({ status: late.status, text: await late.text() }, 401, 'unauthorized');
  });

  it('has the limits that the old one has left: both are one gateway', async () => {
    const { ledger, node, source } = await startNodeWithSource(cleanup, { limits: { maxOpenSessionsPerGateway: 2 } });
    await observeOk(node, observeRequest(source));
    rotate(ledger);
    await observeOk(node, observeRequest(source), NEXT);
    expectRefusal(await call(node, 'observe', observeRequest(source), NEXT), 503, 'too_many_sessions');
  });
});

describe('two accounts of one authority', () => {
  it('are two gateways: neither takes a request or a session of the other', async () => {
    const { ledger, nodes, source } = await startNodes(cleanup, 2);
    const [node] = nodes;
    if (node === undefined) throw new TypeError('two nodes');
    const second = { gatewayKey: GATEWAY_KEY, gateway: gatewayOf(OTHER_GATEWAY_KEY) };
    setAuthority(ledger, second.gateway, authorityOf(GATEWAY_KEY));
    const request = observeRequest(source, { eligible: [0, 1] });
    const observations = await Promise.all(nodes.map((each) => observeOk(each, request)));
    expectRefusal(await call(node, 'sign', signRequest(observations), second), 404, 'session_unknown');
    // The same request of the other account is another session.
    expect((await observeOk(node, request, second)).sessionId).not.toBe(observations[0]?.sessionId);
    await signOk(node, signRequest(observations));

    const path = '/v1/release';
    const body = '{"sessionIds":[]}';
    const headers = { ...(await signedHeaders(node, path, body)), 'x-svc-gateway': formatAddress(second.gateway) };
    const renamed = await fetch(node.url + path, { method: 'POST', headers, body });
    expectRefusal({ status: renamed.status, text: await renamed.text() }, 401, 'unauthorized');
  });

  it('are switched off one by one', async () => {
    const { ledger, node, source } = await startNodeWithSource(cleanup);
    ledger.gateways.set(formatAddress(gatewayOf(OTHER_GATEWAY_KEY)), gatewayAccount(authorityOf(GATEWAY_KEY), { deactivatedAt: 10n }));
    const off = { gatewayKey: GATEWAY_KEY, gateway: gatewayOf(OTHER_GATEWAY_KEY) };
    expectRefusal(await call(node, 'observe', observeRequest(source), off), 401, 'unauthorized');
    await observeOk(node, observeRequest(source));
  });
});

describe('a stream that the old key opened', () => {
  const NO_SESSION = Buffer.from(JSON.stringify({ sessionIds: [`0x${'00'.repeat(32)}`] }));
  const PATIENT = { deadlineMs: 5_000, signal: new AbortController().signal };

  it('drains when the node has read the new key: a call under way is answered, and the stream of the new key stays', async () => {
    let answerSource = (): void => undefined;
    let arrived = (): void => undefined;
    const reached = new Promise<void>((resolve) => (arrived = resolve));
    const slow = await startSource(cleanup, (_, response) => {
      answerSource = () => response.end('{"price":"1"}');
      arrived();
    });
    const ledger = newLedger();
    const polling = { registry: { pollIntervalSeconds: 0.05, maxAgeSeconds: 600 } };
    const node = await startNode(cleanup, { ledger, allowed: [slow.name], config: polling });
    const ended: string[] = [];
    let draining = 0;
    const watching = { onClosed: (reason: string) => ended.push(reason), onDraining: () => (draining += 1) };
    const stream = await openTestStream(node, GATEWAY_KEY, {}, watching);
    const underWay = stream.call('observe', Buffer.from(JSON.stringify(observeRequest(slow))), PATIENT);
    await reached;
    rotate(ledger);
    await expect.poll(() => draining).toBe(1);
    const next = await openTestStream(node, NEXT_KEY, NEXT);
    answerSource();
    expect((await underWay).status).toBe(200);
    await expect.poll(() => ended).toEqual(['done']);
    expect((await next.call('release', NO_SESSION, PATIENT)).status).toBe(200);
  });

  it('takes no call after the new key was served, and reads nothing for it', async () => {
    const { ledger, node, source } = await startNodeWithSource(cleanup);
    const ended: string[] = [];
    const stream = await openTestStream(node, GATEWAY_KEY, {}, { onClosed: (reason) => ended.push(reason) });
    rotate(ledger);
    await observeOk(node, observeRequest(source), NEXT);
    const before = ledger.reads.gateway;
    expect((await stream.call('release', NO_SESSION, PATIENT)).status).toBe(401);
    await expect.poll(() => ended).toEqual(['done']);
    expect(ledger.reads.gateway).toBe(before);
  });
});
