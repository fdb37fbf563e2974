import type { NonceCommitmentHex, ObserveRequest, SignersHex } from '@oracle-gateway/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  commitmentOf,
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

/** Has nodes observe and sign in one exchange: each node answers with its observation and its partial signature over it. */
async function observeAndSign(nodes: readonly TestNode[], request: ObserveRequest) {
  const signers = await Promise.all(nodes.map(async (node) => ({ index: node.index, ...(await commitmentOf(node)) })));
  return Promise.all(nodes.map((node) => call(node, 'observe', { ...request, signers })));
}

/** The signers with another commitment of the first. */
function signersOf(own: NonceCommitmentHex, [first, ...others]: SignersHex): SignersHex {
  return first === undefined ? [] : [{ ...first, ...own }, ...others];
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

  it('is refused when either is signed in one exchange', async () => {
    const { price, source, nodes } = await start();
    const [node] = nodes;
    if (node === undefined) throw new TypeError('a node');
    const next = sameTime(source);
    const signed = await observeAndSign(nodes, next());
    expect(signed.map(({ status, text }) => [status, text.includes('"partial"')])).toEqual([
      [200, true],
      [200, true],
    ]);
    // The same value again is no second one.
    expect((await observeAndSign(nodes, next())).map(({ status }) => status)).toEqual([200, 200]);

    price.text = '2';
    for (const reply of await observeAndSign(nodes, next())) expectRefusal(reply, 409, 'already_signed');
    const observations = await observeAll(nodes, next());
    expectRefusal(await call(node, 'sign', signRequest(observations)), 409, 'already_signed');
  });

  it('of a node that saw another value than its co-signers is its own, and the round is signed without it', async () => {
    const { price, source, nodes } = await start();
    const [node] = nodes;
    if (node === undefined) throw new TypeError('a node');
    const next = sameTime(source);
    const request = next();
    const signers = await Promise.all(nodes.map(async (each) => ({ index: each.index, ...(await commitmentOf(each)) })));
    const seen: string[] = [];
    for (const [place, each] of nodes.entries()) {
      price.text = String(place + 1);
      seen.push((await observeOk(each, { ...request, signers })).value);
    }
    expect(new Set(seen).size).toBe(2);
    // Neither can be brought to the other's value afterwards.
    price.text = '2';
    expectRefusal(await call(node, 'observe', { ...next(), signers: signersOf(await commitmentOf(node), signers) }), 409, 'already_signed');
  });

  it('one gateway cannot use up the seconds of another by having a true value signed for them first', async () => {
    const { price, source, nodes } = await start();
    const [node] = nodes;
    if (node === undefined) throw new TypeError('a node');
    const timestampMs = nowSecondsMs() - 200 * SECOND;
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
