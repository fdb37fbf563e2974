import type { NodeErrorCode, ObserveRequest, SignersHex, SignRequest } from '@oracle-gateway/node-api';
import { parseObserveResponse } from '@oracle-gateway/node-api';
import { toHex } from '@oracle-gateway/protocol';
import { COMMITMENT_LIFE_MS } from '@oracle-gateway/protocol/internal';
import { IN_ADVANCE } from '@oracle-gateway/schnorr/signing';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { attackerCommitment } from '../attacker.js';
import { exactVerdict } from '../exact-verdict.js';
import {
  call,
  Cleanup,
  commitmentOf,
  commitOk,
  commitRequest,
  expectRefusal,
  newLedger,
  noncesOf,
  type NodeReply,
  observeOk,
  observeRequest,
  OTHER_GATEWAY_KEY,
  signRequest,
  startNode,
  startNodeWithSource,
  startSource,
  startTwoNodes,
  type TestNode,
  seenValue,
  type SingleRequest,
} from '../fixture.js';
import { AGGREGATION } from '../tolerance.js';

/**
 * The same gateway as in nonces.test.ts, which wants the key, against pairs that were committed to before their session: every one of them
 * answers once, in one session of the gateway that it was given to, whatever happens around it.
 */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** The victim is node 0. */
function withCoSigner(own: { d: string; e: string }): SignersHex {
  return [
    { index: 0, ...own },
    { index: 1, ...attackerCommitment() },
  ];
}

/** Whether an answered observation came with a partial signature. */
function isSigned({ status, text }: NodeReply): boolean {
  expect(status, text).toBe(200);
  return parseObserveResponse(JSON.parse(text)).partial !== undefined;
}

/** Whether the victim still has the pair: a session that names it, all in order, tells. */
async function isThere(
  victim: TestNode,
  request: ObserveRequest,
  own: { d: string; e: string },
  signed: { readonly timeMs?: number } = {},
): Promise<boolean> {
  return isSigned(await call(victim, 'observe', { ...request, gatewayNonce: toHex(randomBytes(16)), signers: withCoSigner(own) }, signed));
}

describe('a nonce pair made in advance', () => {
  it('answers one of many sessions at once', async () => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const own = await commitmentOf(victim);
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => call(victim, 'observe', { ...observeRequest(source), signers: withCoSigner(own) })),
    );
    expect(replies.filter(isSigned).length).toBe(1);
  });

  it.each<[string, number, NodeErrorCode, (honest: SingleRequest, own: { d: string; e: string }) => ObserveRequest]>([
    ['too few signers', 400, 'signers_mismatch', (honest, own) => ({ ...honest, signers: [{ index: 0, ...own }] })],
    [
      'a signer outside the eligible set',
      400,
      'signers_mismatch',
      (honest, own) => ({
        ...honest,
        signers: [
          { index: 0, ...own },
          { index: 3, ...attackerCommitment() },
        ],
      }),
    ],
    [
      'the own D at another index too',
      400,
      'signers_mismatch',
      (honest, own) => ({
        ...honest,
        signers: [
          { index: 0, ...own },
          { index: 1, ...attackerCommitment(), e: own.d },
        ],
      }),
    ],
    [
      'another E beside the own D',
      400,
      'signers_mismatch',
      (honest, own) => ({ ...honest, signers: withCoSigner({ ...own, e: attackerCommitment().e }) }),
    ],
    [
      'a point that is not on the curve',
      400,
      'signers_mismatch',
      (honest, own) => ({
        ...honest,
        signers: [
          { index: 0, ...own },
          { index: 1, ...attackerCommitment(), d: `0x02${'00'.repeat(31)}05` },
        ],
      }),
    ],
    [
      'tolerance mode, where no node knows yet what there is to sign',
      400,
      'invalid_request',
      (honest, own) => ({
        ...honest,
        signaturesRequired: 3,
        apiConfig: { ...honest.apiConfig, aggregation: AGGREGATION },
        signers: [...withCoSigner(own), { index: 2, ...attackerCommitment() }],
      }),
    ],
    ['another registry version', 409, 'stale_registry', (honest, own) => ({ ...honest, registryVersion: 7, signers: withCoSigner(own) })],
    ['a time far off', 409, 'clock_skew', (honest, own) => ({ ...honest, timestampMs: 1_000, signers: withCoSigner(own) })],
    [
      'a source that fails',
      502,
      'upstream_failure',
      (honest, own) => ({ ...honest, apiConfig: { ...honest.apiConfig, responseParser: '$.absent' }, signers: withCoSigner(own) }),
    ],
  ])('is gone after a call refused for %s', async (_, status, code, attack) => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const own = await commitmentOf(victim);
    const honest = observeRequest(source);
    expectRefusal(await call(victim, 'observe', attack(honest, own)), status, code);
    expect(await isThere(victim, honest, own)).toBe(false);
  });

  it.each<[string, (own: { d: string; e: string }) => { d: string; e: string }]>([
    ["a stranger's", () => attackerCommitment()],
    ['its own with D and E exchanged', ({ d, e }) => ({ d: e, e: d })],
  ])('does not answer for a commitment that is %s: the node then signs in the second exchange only', async (_, change) => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const own = await commitmentOf(victim);
    expect(await isThere(victim, observeRequest(source), change(own))).toBe(false);
  });

  it('is not named by a call that leaves its node out of the signers', async () => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const signers = [1, 2].map((index) => ({ index, ...attackerCommitment() }));
    expectRefusal(await call(victim, 'observe', { ...observeRequest(source), signers }), 400, 'signers_mismatch');
  });

  it('signs no second time in its session, whichever pair comes next', async () => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const request = observeRequest(source);
    const [first, second] = [await commitmentOf(victim), await commitmentOf(victim)];
    expect(isSigned(await call(victim, 'observe', { ...request, signers: withCoSigner(first) }))).toBe(true);
    expectRefusal(await call(victim, 'observe', { ...request, signers: withCoSigner(second) }), 409, 'session_known');
    expect(await isThere(victim, request, second)).toBe(false);
  });

  it('does not serve in the second exchange of a session that has pairs of its own, nor a pair of that in another session', async () => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const own = await commitmentOf(victim);
    const observation = await observeOk(victim, observeRequest(source));
    const { sessionId } = observation;
    const { value } = seenValue(observation);
    expectRefusal(await call(victim, 'sign', { sessionId, attempt: 0, value, signers: withCoSigner(own) }), 400, 'signers_mismatch');
    expect(await isThere(victim, observeRequest(source), noncesOf(observation)[1])).toBe(false);
    expect(await isThere(victim, observeRequest(source), own)).toBe(true);
  });

  describe('in the second exchange, after the node has signed at once', () => {
    async function signedAtOnce() {
      const { source, node: victim } = await startTwoNodes(cleanup);
      const observed = await observeOk(victim, { ...observeRequest(source), signers: withCoSigner(await commitmentOf(victim)) });
      expect(observed.partial).toBeDefined();
      const { sessionId } = observed;
      const { value } = seenValue(observed);
      const sign = (own: { d: string; e: string }, attempt: 0 | 1 = 0, changed: Partial<SignRequest> = {}) =>
        call(victim, 'sign', { sessionId, attempt, value, signers: withCoSigner(own), ...changed });
      return { source, victim, sign };
    }

    it('answers one of many calls at once, and is gone for every other use', async () => {
      const { source, victim, sign } = await signedAtOnce();
      const own = await commitmentOf(victim);
      const replies = await Promise.all(Array.from({ length: 12 }, () => sign(own)));
      const [served, ...refused] = replies.sort((a, b) => a.status - b.status);
      expect(served?.status).toBe(200);
      refused.forEach((reply) => expectRefusal(reply, 409, 'nonce_spent'));
      expectRefusal(await sign(own, 1), 409, 'nonce_spent');
      expect(await isThere(victim, observeRequest(source), own)).toBe(false);
    });

    it('signs each attempt once, whichever pairs come', async () => {
      const { victim, sign } = await signedAtOnce();
      const statuses: number[] = [];
      for (const attempt of [0, 0, 1, 1] as const) statuses.push((await sign(await commitmentOf(victim), attempt)).status);
      // The second attempt is the last, and closes the session.
      expect(statuses).toEqual([200, 409, 200, 404]);
    });

    it('is gone after a call refused, and the attempt with it', async () => {
      const { source, victim, sign } = await signedAtOnce();
      const own = await commitmentOf(victim);
      expectRefusal(await sign(own, 0, { value: `0x${'11'.repeat(32)}` }), 409, 'value_mismatch');
      expect(await isThere(victim, observeRequest(source), own)).toBe(false);
      expectRefusal(await sign(await commitmentOf(victim)), 409, 'nonce_spent');
    });

    it("is not a stranger's, nor another gateway's", async () => {
      const { victim, sign } = await signedAtOnce();
      expectRefusal(await sign(attackerCommitment()), 409, 'nonce_spent');
      const theirs = await commitmentOf(victim, { gatewayKey: OTHER_GATEWAY_KEY });
      expectRefusal(await sign(theirs, 1), 409, 'nonce_spent');
    });
  });

  it('can be neither used nor burned by another registered gateway', async () => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const own = await commitmentOf(victim);
    const gatewayKey = OTHER_GATEWAY_KEY;
    const stolen = await call(victim, 'observe', { ...observeRequest(source), signers: withCoSigner(own) }, { gatewayKey });
    expect(isSigned(stolen)).toBe(false);
    expect(await isThere(victim, observeRequest(source), own)).toBe(true);
  });

  it('does not outlive the process', async () => {
    const { node: before, ledger, source } = await startNodeWithSource(cleanup);
    const own = await commitmentOf(before);
    await before.close();
    const after = await startNode(cleanup, { ledger, allowed: [source.name] });
    expect(await isThere(after, observeRequest(source), own)).toBe(false);
  });

  it('expires, by a clock that never steps', async () => {
    const clock = { ms: 0 };
    const startedMs = Date.now();
    const overrides = { monotonicMs: () => clock.ms, nowMs: () => startedMs + clock.ms };
    const { node: victim, source } = await startNodeWithSource(cleanup, { overrides });
    const [early, late] = [await commitmentOf(victim), await commitmentOf(victim)];
    const isThereNow = (own: typeof early): Promise<boolean> => {
      const nowMs = startedMs + clock.ms;
      return isThere(victim, observeRequest(source, { observedAtMs: nowMs }), own, { timeMs: nowMs });
    };
    clock.ms = COMMITMENT_LIFE_MS - 1;
    expect(await isThereNow(early)).toBe(true);
    clock.ms += 1;
    expect(await isThereNow(late)).toBe(false);
  });

  it.each([
    ['ahead', 1_500],
    ['back', -1_500],
  ])('is gone once the wall clock has jumped %s of the clock that never steps: a copy of the process may have it too', async (_, ms) => {
    const moved = { ms: 0 };
    const { node: victim, source } = await startNodeWithSource(cleanup, { overrides: { nowMs: () => Date.now() + moved.ms } });
    const own = await commitmentOf(victim);
    expect(await isThere(victim, observeRequest(source), await commitmentOf(victim))).toBe(true);
    moved.ms = ms;
    expect(await isThere(victim, observeRequest(source), own)).toBe(false);
    expect(await isThere(victim, observeRequest(source), await commitmentOf(victim))).toBe(true);
  });
});

describe('the number of unused pairs', () => {
  it('is bounded for each gateway, and none fills the memory of another', async () => {
    const { node } = await startNodeWithSource(cleanup);
    let reply = await call(node, 'commit', commitRequest());
    for (let batches = 1; reply.status === 200 && batches <= 64; batches += 1) reply = await call(node, 'commit', commitRequest());
    expectRefusal(reply, 503, 'too_many_commitments');
    await commitOk(node, 1, { gatewayKey: OTHER_GATEWAY_KEY });
  });
});

describe('what a signer answers with', () => {
  it('is over the value it saw, so that a liar among the signers spoils the sum and no more', async () => {
    const { source, node, other } = await startTwoNodes(cleanup);
    const request = observeRequest(source, { eligible: [0, 1] });
    const observations = [await observeOk(node, request), await observeOk(other, request)];
    // The second exchange needs the own value; the first has no member that could name another.
    expectRefusal(await call(node, 'sign', { ...signRequest(observations), value: `0x${'11'.repeat(32)}` }), 409, 'value_mismatch');
    const named = { ...observeRequest(source), signers: withCoSigner(await commitmentOf(node)) };
    expectRefusal(await call(node, 'observe', { ...named, value: `0x${'11'.repeat(32)}` }), 400, 'invalid_request');
  });

  it('is worth nothing beside another list: a gateway that shows its signers different commitments gets no signature', async () => {
    const { source, node, other } = await startTwoNodes(cleanup);
    const request = observeRequest(source, { eligible: [0, 1] });
    const [own, others, withheld] = [await commitmentOf(node), await commitmentOf(other), await commitmentOf(other)];
    const shownToFirst: SignersHex = [
      { index: 0, ...own },
      { index: 1, ...withheld },
    ];
    const shownToSecond: SignersHex = [
      { index: 0, ...own },
      { index: 1, ...others },
    ];
    const first = await observeOk(node, { ...request, signers: shownToFirst });
    const second = await observeOk(other, { ...request, signers: shownToSecond });
    const partials = [first.partial ?? '', second.partial ?? ''];
    for (const signers of [shownToFirst, shownToSecond]) {
      const verdict = exactVerdict({ request, value: seenValue(first).value, signers, attempt: IN_ADVANCE, partials });
      expect(verdict).toEqual({ ok: false, reason: 'signature' });
    }
  });

  it('is not given under a registry that was replaced while the source was fetched', async () => {
    let answer = (): void => undefined;
    let arrived = (): void => undefined;
    const reached = new Promise<void>((resolve) => (arrived = resolve));
    const source = await startSource(cleanup, (_, response) => {
      answer = () => response.end('{"price":1}');
      arrived();
    });
    const ledger = newLedger();
    const node = await startNode(cleanup, { ledger, allowed: [source.name] });
    const signers = withCoSigner(await commitmentOf(node));
    const reply = call(node, 'observe', { ...observeRequest(source), signers });
    await reached;
    ledger.registry = { ...ledger.registry, version: 2n };
    // Any request for the new version makes the node check.
    expectRefusal(await call(node, 'observe', observeRequest(source, { registryVersion: 3 })), 409, 'stale_registry');
    answer();
    expectRefusal(await reply, 409, 'stale_registry');
  });
});
