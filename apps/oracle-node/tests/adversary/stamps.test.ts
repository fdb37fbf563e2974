import { NO_OWNER, formatAddress } from '@oracle-gateway/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { exactVerdict } from '../exact-verdict.js';
import {
  call,
  Cleanup,
  commitmentOf,
  expectRefusal,
  newLedger,
  noncesOf,
  nowSecondsMs,
  observeOk,
  observeRequest,
  observeSessionId,
  signOk,
  signRequest,
  startNode,
  startSource,
  type TestNode,
  seenValue,
} from '../fixture.js';

/** A gateway that names stamps of its own choice, and uses signatures under stamps that they were not made for. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** A timer that never ends by itself. */
function untilLeft(_: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** A node whose timer for stamps never ends, so that only an end of the session or of the call ends a wait. */
async function startWaiting() {
  const source = await startSource(cleanup, (_, response) => response.end('{"price":1}'));
  const limits = { maxConcurrentObservations: 1 };
  const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name], limits, overrides: { wait: untilLeft } });
  return { source, node };
}

async function start() {
  const price = { text: '1' };
  const askedAtMs: number[] = [];
  const ledger = newLedger();
  const source = await startSource(cleanup, (_, response) => {
    askedAtMs.push(Date.now());
    response.end(`{"price":${price.text}}`);
  });
  const nodes = await Promise.all([0, 1].map((index) => startNode(cleanup, { ledger, index, allowed: [source.name] })));
  const [node, other] = nodes as [TestNode, TestNode];
  return { price, askedAtMs, source, nodes, node, other };
}

describe('a stamp ahead', () => {
  it('is waited for: no source is asked before', async () => {
    const { nodes, source, askedAtMs } = await start();
    const request = observeRequest(source, { observedAtMs: Date.now() + 600, eligible: [0, 1] });
    const observations = await Promise.all(nodes.map((node) => observeOk(node, request)));
    for (const atMs of [...askedAtMs, ...observations.map((observation) => seenValue(observation).receivedAtMs)]) {
      expect(atMs).toBeGreaterThanOrEqual(request.observedAtMs);
    }
    const signers = observations.map((observation) => ({ index: observation.index, ...noncesOf(observation)[0] }));
    const partials = await Promise.all(nodes.map((node) => signOk(node, signRequest(observations))));
    expect(exactVerdict({ request, value: seenValue(observations[0]).value, signers, attempt: 0, partials })).toMatchObject({ ok: true });
  });

  it('is not waited for after the session was released, and no source is asked', async () => {
    const { node, source } = await startWaiting();
    const request = observeRequest(source, { observedAtMs: Date.now() + 1_900 });
    const reply = call(node, 'observe', request);
    const release = () => call(node, 'release', { sessionIds: [observeSessionId(request)] });
    await expect.poll(async () => (await release()).text).toBe('{"released":1}');
    expectRefusal(await reply, 404, 'session_unknown');
    expect(source.requests).toEqual([]);
  });

  it('is not waited for after the gateway has left, and its place is free', async () => {
    const { node, source } = await startWaiting();
    const leaving = new AbortController();
    const waiting = call(node, 'observe', observeRequest(source, { observedAtMs: Date.now() + 1_900 }), { signal: leaving.signal });
    waiting.catch(() => undefined);
    const observe = async () => (await call(node, 'observe', observeRequest(source))).status;
    await expect.poll(observe).toBe(503);
    const before = source.requests.length;
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(observe).toBe(200);
    expect(source.requests.length).toBe(before + 1);
  });

  it('holds up no other round', async () => {
    const { node, source } = await start();
    const waiting = observeOk(node, observeRequest(source, { observedAtMs: Date.now() + 1_500 }));
    const { receivedAtMs } = seenValue(await observeOk(node, observeRequest(source)));
    expect(receivedAtMs).toBeLessThan(seenValue(await waiting).receivedAtMs);
  });
});

describe('another stamp', () => {
  it('is another session, though all else is the same', async () => {
    const { node, source } = await start();
    const request = observeRequest(source);
    const later = { ...request, observedAtMs: request.observedAtMs + 1 };
    expect(observeSessionId(later)).not.toBe(observeSessionId(request));
    const [first, second] = [await observeOk(node, request), await observeOk(node, later)];
    expect([first.sessionId, second.sessionId]).toEqual([observeSessionId(request), observeSessionId(later)]);
    for (const used of [request, later]) expectRefusal(await call(node, 'observe', used), 409, 'session_known');
  });

  it('has nothing of the commitments and signatures of the first', async () => {
    const { nodes, node, source } = await start();
    const request = observeRequest(source, { eligible: [0, 1] });
    const later = { ...request, observedAtMs: request.observedAtMs + 1 };
    const observations = await Promise.all(nodes.map((each) => observeOk(each, request)));
    const own = await observeOk(node, later);
    // The nonces of the first session, in the name of the second.
    const mixed = { ...signRequest(observations), sessionId: own.sessionId };
    expectRefusal(await call(node, 'sign', mixed), 400, 'signers_mismatch');
    const partials = await Promise.all(nodes.map((each) => signOk(each, signRequest(observations))));
    const signers = observations.map((observation) => ({ index: observation.index, ...noncesOf(observation)[0] }));
    const proof = { value: seenValue(own).value, signers, attempt: 0, partials } as const;
    expect(exactVerdict({ ...proof, request })).toMatchObject({ ok: true });
    expect(exactVerdict({ ...proof, request: later })).toMatchObject({ ok: false });
  });

  it('of one signer makes no signature with the others, also in one exchange', async () => {
    const { nodes, source } = await start();
    const request = observeRequest(source, { eligible: [0, 1] });
    const signers = await Promise.all(nodes.map(async (node) => ({ index: node.index, ...(await commitmentOf(node)) })));
    const stamps = [request.observedAtMs, request.observedAtMs - 5_000];
    const answers = await Promise.all(
      nodes.map((node, place) => observeOk(node, { ...request, observedAtMs: stamps[place] ?? 0, signers })),
    );
    const proof = {
      value: seenValue(answers[0]).value,
      signers,
      attempt: 2,
      partials: answers.map(({ partial }) => partial ?? ''),
    } as const;
    for (const observedAtMs of stamps) {
      expect(exactVerdict({ ...proof, request: { ...request, observedAtMs } })).toMatchObject({ ok: false });
    }
  });
});

describe('a second value of one feed and second', () => {
  it.each([
    ['a feed with an owner', {}],
    ['an ownerless feed', { feedOwner: formatAddress(NO_OWNER) }],
  ])('of %s is signed under a stamp of its own: a round that failed keeps no node out of the next', async (_, changed) => {
    const { price, nodes, source } = await start();
    const timestampMs = nowSecondsMs();
    const signedValues: string[] = [];
    for (const text of ['1', '2']) {
      price.text = text;
      const request = observeRequest(source, { timestampMs, eligible: [0, 1], ...changed });
      const observations = await Promise.all(nodes.map((node) => observeOk(node, request)));
      const partials = await Promise.all(nodes.map((node) => signOk(node, signRequest(observations))));
      const signers = observations.map((observation) => ({ index: observation.index, ...noncesOf(observation)[0] }));
      const value = seenValue(observations[0]).value;
      expect(exactVerdict({ request, value, signers, attempt: 0, partials })).toMatchObject({ ok: true });
      signedValues.push(value);
    }
    expect(new Set(signedValues).size).toBe(2);
  });
});
