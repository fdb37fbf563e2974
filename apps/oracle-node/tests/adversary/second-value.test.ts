import type { ObserveRequest } from '@oracle-gateway/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  expectRefusal,
  newLedger,
  nowSecondsMs,
  observeOk,
  observeRequest,
  OTHER_GATEWAY_KEY,
  SECOND,
  signOk,
  signRequest,
  startNode,
  startSource,
  type TestNode,
  type TestSource,
} from '../fixture.js';

/** A gateway that repeats a round until it likes the value: on the flat paths a node signs one value per feed and time. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

async function start() {
  const price = { text: '1' };
  const ledger = newLedger();
  const source = await startSource(cleanup, (_, response) => response.end(`{"price":${price.text}}`));
  const nodes = await Promise.all([0, 1].map((index) => startNode(cleanup, { ledger, index, allowed: [source.name] })));
  return { price, source, nodes };
}

function sameTime(source: TestSource, changed: Partial<ObserveRequest> = {}) {
  const timestampMs = Math.floor(Date.now() / 1_000) * 1_000;
  return (): ObserveRequest => observeRequest(source, { timestampMs, eligible: [0, 1], ...changed });
}

function observeAll(nodes: readonly TestNode[], request: ObserveRequest) {
  return Promise.all(nodes.map((node) => observeOk(node, request)));
}

describe('a second value for one feed and time', () => {
  it('is refused on the flat paths', async () => {
    const { price, source, nodes } = await start();
    const [node] = nodes;
    if (node === undefined) throw new TypeError('a node');
    const next = sameTime(source);
    await signOk(node, signRequest(await observeAll(nodes, next())));

    price.text = '2';
    const observations = await observeAll(nodes, next());
    expectRefusal(await call(node, 'sign', signRequest(observations)), 409, 'already_signed');
  });

  it('one gateway cannot use up the seconds of another by having a true value signed for them first', async () => {
    const { price, source, nodes } = await start();
    const [node] = nodes;
    if (node === undefined) throw new TypeError('a node');
    const timestampMs = nowSecondsMs() + 200 * SECOND;
    const gatewayKey = OTHER_GATEWAY_KEY;
    const hostile = sameTime(source, { timestampMs })();
    const claimed = await Promise.all(nodes.map((other) => observeOk(other, hostile, { gatewayKey })));
    expect((await call(node, 'sign', signRequest(claimed), { gatewayKey })).status).toBe(200);

    price.text = '2';
    const honest = sameTime(source, { timestampMs })();
    await signOk(node, signRequest(await observeAll(nodes, honest)));
  });

  it('is another round for another time or another owner', async () => {
    const { price, source, nodes } = await start();
    const [node] = nodes;
    if (node === undefined) throw new TypeError('a node');
    const timestampMs = Math.floor(Date.now() / 1_000) * 1_000;
    await signOk(node, signRequest(await observeAll(nodes, sameTime(source, { timestampMs })())));
    price.text = '2';
    for (const changed of [
      { timestampMs: timestampMs + 1_000 },
      { timestampMs, feedOwner: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' },
    ]) {
      await signOk(node, signRequest(await observeAll(nodes, sameTime(source, changed)())));
    }
  });

  it('is allowed for ownerless feeds, which meet in one millisecond by chance', async () => {
    const { price, source, nodes } = await start();
    const [node] = nodes;
    if (node === undefined) throw new TypeError('a node');
    const next = sameTime(source, { timeRule: 'nested', feedOwner: '11111111111111111111111111111111', timestampMs: Date.now() });
    await signOk(node, signRequest(await observeAll(nodes, next())));
    price.text = '2';
    await signOk(node, signRequest(await observeAll(nodes, next())));
  });

  it('does not become possible through the time rule: an owned feed is never nested', async () => {
    const { source, nodes } = await start();
    const [node] = nodes;
    if (node === undefined) throw new TypeError('a node');
    expectRefusal(await call(node, 'observe', sameTime(source, { timeRule: 'nested' })()), 400, 'invalid_request');
    expect(source.requests.length).toBe(0);
  });
});
