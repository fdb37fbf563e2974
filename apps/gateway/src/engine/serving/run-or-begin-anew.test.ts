import type { ObserveRequest } from '@oracle-gateway/node-api';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../../tests/fakes/node-signer.js';
import { answerOf, outcomesOfHost, stageRound, withPorts } from '../../../tests/fakes/staged-round.js';
import { GatewayError } from '../../errors/gateway-error.js';
import { NodeCallError, type NodeFault } from '../nodes/node-call-error.js';
import type { PeerOutcome } from '../nodes/peer-record.js';
import type { AdmittedRound } from '../model/admitted-round.js';
import { runOrBeginAnew } from './run-or-begin-anew.js';

const QUORUM = 2;
const NODES = 4;
function hex(byte: string, length: number): string {
  return `0x${byte.repeat(length)}`;
}
const GATEWAY_SEALED = { ephemeralPub: hex('01', 32), nonceSym: hex('02', 12), ciphertext: hex('03', 64) };
/** Node that has no key in the version after the first. */
const REMOVED = 0;

const ALL = Array.from({ length: NODES }, (_, index) => index);

/** A round under version 1, which nodes refuse as stale, over a ledger that has another one. */
function setUp(
  options: {
    readonly changes?: Partial<AdmittedRound>;
    readonly version?: Partial<RegistryAccount> | null;
    readonly quorum?: number;
    /** Nodes to which the version is stale; default: all, as all nodes are drawn. */
    readonly stale?: readonly number[];
    readonly drawn?: readonly number[];
  } = {},
) {
  const { quorum = QUORUM, stale = ALL, drawn = ALL } = options;
  const { round, registry, nextRegistry, nodes, signers, ports } = stageRound({
    nodes: ALL.map((index) => ({ stale: new Set(stale.includes(index) ? [1] : []) })),
    quorum,
    nextRegistry: (first) => ({
      ...first,
      version: 2n,
      ...options.version,
      keys: first.keys.map((key, index) => (index === REMOVED ? null : key)),
    }),
  });
  const asked: ObserveRequest[] = [];
  const taken: (readonly number[])[] = [];
  const began: [from: bigint, to: bigint][] = [];
  const admitted = { ...round, ...options.changes };
  const runPorts = withPorts(ports, {
    nodes: {
      registryNews: { heard: () => undefined, after: () => Promise.resolve(options.version === null ? registry : nextRegistry) },
      directory: ({ keys }) => Promise.resolve(nodes.filter(({ index }) => keys[index] !== null)),
      calls: {
        ...ports.nodes.calls,
        observe: ({ index }, request) => {
          asked.push(request);
          return answerOf(index, 'observe', () => signers[index]!.observe(request));
        },
      },
    },
    providers: {
      take: (_, eligible) => {
        const indices = eligible.map(({ index }) => index);
        taken.push(indices);
        const envelopes = new Map(indices.map((index) => [index, hex('04', 48)]));
        return Promise.resolve({ sealed: [{ ...GATEWAY_SEALED, envelopes }], giveBack: () => Promise.resolve() });
      },
    },
    events: { roundBeganAnew: ({ from, to }) => void began.push([from, to]) },
  });
  const eligible = nodes.filter(({ index }) => drawn.includes(index));
  const outcome = runOrBeginAnew(
    { round: admitted, admitted, eligible, signal: new AbortController().signal, refuseForSource: undefined, isSponsored: false },
    runPorts,
  );
  return { outcome, asked, taken, began, round, nextRegistry };
}

describe('a round whose version all nodes refuse as stale', () => {
  it('begins anew under the version of the ledger: same identity and time, other session, nodes and secrets of that version', async () => {
    const { outcome, asked, taken, began, round, nextRegistry } = setUp();
    const { round: moved, signed, session } = await outcome;
    expect(moved).toMatchObject({ roundId: round.roundId, feedId: round.feedId, timestampMs: round.timestampMs, holds: round.holds });
    expect([moved.registry, signed.attestation.registryVersion]).toEqual([nextRegistry, 2n]);
    expect([session.request.registryVersion, session.request.timestampMs]).toEqual([2, round.timestampMs]);
    const [first, again] = [
      asked.filter(({ registryVersion }) => registryVersion === 1),
      asked.filter(({ registryVersion }) => registryVersion === 2),
    ];
    expect(new Set([...first, ...again].map(({ gatewayNonce }) => gatewayNonce)).size).toBe(2);
    expect(session.eligible.map(({ index }) => index)).not.toContain(REMOVED);
    expect(taken).toEqual([session.eligible.map(({ index }) => index)]);
    expect(again.map(({ sealed }) => sealed?.[0]?.ciphertext)).toEqual(again.map(() => GATEWAY_SEALED.ciphertext));
    expect(began).toEqual([[1n, 2n]]);
  });

  it('is served under that version, whichever nodes were drawn and have heard of it', async () => {
    const quorum = NODES - 1;
    for (const missing of ALL) {
      const drawn = ALL.filter((index) => index !== missing);
      for (let chosen = 1; chosen < 1 << quorum; chosen += 1) {
        const stale = drawn.filter((_, position) => (chosen >> position) & 1);
        const { outcome } = setUp({ quorum, drawn, stale, version: { active: quorum } });
        expect((await outcome).signed.signers, `drawn ${drawn.join()}, stale ${stale.join()}`).toEqual([1, 2, 3]);
      }
    }
  });

  it.each<[string, Parameters<typeof setUp>[0]]>([
    ['whose payment names its version', { changes: { isOfVersion: true } }],
    ['whose source is paid by payments that serve once', { changes: { sourcePayments: [] } }],
    ['whose quorum the version of the ledger does not serve', { version: { minSigners: QUORUM + 1 } }],
    ['whose quorum that version has not enough nodes for', { version: { active: QUORUM - 1 } }],
  ])('fails as it did when it is one %s', async (_, options) => {
    const { outcome, asked, began } = setUp(options);
    await expect(outcome).rejects.toMatchObject({ code: 'node_failure' });
    expect(new Set(asked.map(({ registryVersion }) => registryVersion))).toEqual(new Set([1]));
    expect([asked.length, began]).toEqual([NODES, []]);
  });

  it('is asked for once more, and no third time, when the ledger has no other version', async () => {
    const { outcome, asked, began } = setUp({ version: null, changes: { isOfVersion: true } });
    await expect(outcome).rejects.toMatchObject({ code: 'node_failure' });
    expect([asked.length, began]).toEqual([2 * NODES, [[1n, 1n]]]);
  });
});

describe('a round that its draw made fail', () => {
  const [ASKED, ALL, OF_THREE] = [4, 8, 3];
  const nothing = (): undefined => undefined;

  /** A quorum of three and a buffer of one; the first four of eight nodes are drawn first, and behave as told. */
  function setUpDraw(
    behaviours: readonly Partial<Behaviour>[],
    {
      of = ALL,
      changes = {},
      fails = nothing,
    }: {
      readonly of?: number;
      readonly changes?: Partial<AdmittedRound>;
      /** Fault of a node that answers nothing. */
      readonly fails?: (nodeIndex: number, draw: number) => NodeFault | undefined;
    } = {},
  ) {
    const staged = stageRound({ nodes: Array.from({ length: of }, (_, index) => behaviours[index] ?? {}), quorum: OF_THREE });
    const { nodes, signers, ports } = staged;
    const registry = { ...staged.registry, redundancyBuffer: ASKED - OF_THREE };
    const round = { ...staged.round, ...changes, registry };
    const draws: number[][] = [];
    const noted: Record<number, PeerOutcome>[] = [];
    const began: string[] = [];
    const leaving = new AbortController();
    const outcome = runOrBeginAnew(
      { round, admitted: round, eligible: nodes.slice(0, ASKED), signal: leaving.signal, refuseForSource: undefined, isSponsored: false },
      withPorts(ports, {
        nodes: {
          peers: { ...ports.nodes.peers, note: (_, outcomes) => void noted.push(outcomesOfHost(outcomes)) },
          calls: {
            ...ports.nodes.calls,
            async observe({ index }, request) {
              if (draws.at(-1)?.join() !== request.eligible.join()) draws.push([...request.eligible]);
              const fault = fails(index, draws.length);
              if (fault !== undefined) throw new NodeCallError({ nodeIndex: index, step: 'observe', fault });
              const isFailing = behaviours[index]?.fault !== undefined;
              // Nodes that fail a round may be faster than all others.
              if (!isFailing) await new Promise(setImmediate);
              return answerOf(index, 'observe', () => signers[index]!.observe(request));
            },
          },
        },
        events: { roundBeganAnew: ({ from, to, code }) => void began.push(`${from} ${to} ${code}`) },
      }),
    );
    return { outcome, draws, noted, began, round, leaving };
  }
  const UPSTREAM: Partial<Behaviour> = { fault: 'upstream' };
  const LIE: Partial<Behaviour> = { fault: 'lie' };

  it('begins anew with nodes that it did not ask: same identity and time, another session', async () => {
    const { outcome, draws, began, round } = setUpDraw([UPSTREAM, {}, UPSTREAM, {}]);
    const { round: served, signed } = await outcome;
    expect(draws).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
    expect(served).toMatchObject({ roundId: round.roundId, feedId: round.feedId, timestampMs: round.timestampMs, holds: round.holds });
    expect(signed.signers.every((index) => index > 3)).toBe(true);
    expect(began).toEqual(['1 1 upstream_failure']);
  });

  it.each<[string, Partial<Behaviour>[], Record<number, PeerOutcome>]>([
    ['had no value', [UPSTREAM, {}, UPSTREAM, {}], { 0: 'lacked', 1: 'agreed', 2: 'lacked', 3: 'agreed' }],
    ['had another value', [LIE, {}, {}, LIE], { 0: 'lacked', 1: 'agreed', 2: 'agreed', 3: 'lacked' }],
    ['declined', [{ fault: 'declines' }, {}, {}, UPSTREAM], { 0: 'declined', 1: 'agreed', 2: 'agreed', 3: 'lacked' }],
    ['did not sign', [{ fault: 'refuse-sign' }, { fault: 'refuse-sign' }, {}, {}], { 0: 'failed', 1: 'failed', 2: 'agreed', 3: 'agreed' }],
    ['has an excuse', [{ fault: 'excuses-itself' }, UPSTREAM, {}, {}], { 1: 'lacked', 2: 'agreed', 3: 'agreed' }],
  ])('notes who %s in the first draw, measured by the second', async (_case, behaviours, expected) => {
    const { outcome, noted } = setUpDraw(behaviours);
    await outcome;
    await expect.poll(() => noted).toContainEqual(expected);
  });

  it('notes of no node that its value differed where the source has moved on in between', async () => {
    const { outcome, noted } = setUpDraw([UPSTREAM, { value: '1' }, { value: '1' }, UPSTREAM]);
    await outcome;
    expect(noted).toContainEqual({ 0: 'lacked', 3: 'lacked' });
  });

  it('asks nodes of the first draw that saw a value before nodes that did not, where too few others are left', async () => {
    const { outcome, draws } = setUpDraw([UPSTREAM, {}, UPSTREAM, {}], { of: 5 });
    await outcome;
    expect(draws[1]).toEqual(expect.arrayContaining([1, 3, 4]));
  });

  it.each<[string, Parameters<typeof setUpDraw>]>([
    ['a quorum says that the source fails', [[UPSTREAM, UPSTREAM, {}, UPSTREAM]]],
    ['no two nodes saw the same', [[{ value: '1' }, { value: '2' }, { value: '3' }, { value: '4' }]]],
    ['no other node is left', [[UPSTREAM, {}, UPSTREAM, {}], { of: ASKED }]],
    ['payments were shown to the source', [[UPSTREAM, {}, UPSTREAM, {}], { changes: { sourcePayments: [] } }]],
  ])('fails where %s, and costs no further fetch', async (_case, input) => {
    const { outcome, draws, noted, began } = setUpDraw(...input);
    await expect(outcome).rejects.toMatchObject({ code: expect.stringMatching(/upstream_failure|no_quorum_value/) as unknown });
    expect([draws.length, noted, began]).toEqual([1, [], []]);
  });

  it('fails for good, and notes nothing, when the second draw fails too', async () => {
    const { outcome, draws, noted } = setUpDraw([UPSTREAM, {}, UPSTREAM, {}, UPSTREAM, UPSTREAM]);
    await expect(outcome).rejects.toMatchObject({ code: 'upstream_failure' });
    expect([draws.length, noted]).toEqual([2, []]);
  });

  it('ends with its caller, who has left before it begins anew', async () => {
    const { outcome, draws, leaving } = setUpDraw([UPSTREAM, {}, UPSTREAM, {}]);
    leaving.abort(new GatewayError('client_gone'));
    await expect(outcome).rejects.toMatchObject({ code: 'client_gone' });
    expect(draws).toHaveLength(1);
  });

  it('is served, whatever a minority of each draw fails with', async () => {
    const FAULTS: readonly NodeFault[] = ['timeout', 'bad_answer', 'refused', 'unreachable', 'overloaded', 'declined', 'excused', 'sealed'];
    for (const fault of FAULTS) {
      const fails = (index: number, draw: number): NodeFault | undefined => (index < 2 || (draw > 1 && index === 5) ? fault : undefined);
      const { outcome } = setUpDraw([], { fails });
      expect((await outcome).signed.signers).toEqual([4, 6, 7]);
    }
  });
});
