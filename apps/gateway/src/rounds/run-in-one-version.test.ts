import type { ObserveRequest } from '@oracle-gateway/node-api';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { answerOf, stageRound } from '../../tests/fakes/staged-round.js';
import type { AdmittedRound } from './model/admitted-round.js';
import { runInOneVersion, type RunInOneVersionDeps } from './run-in-one-version.js';

const QUORUM = 2;
const NODES = 4;
function hex(byte: string, length: number): string {
  return `0x${byte.repeat(length)}`;
}
const GATEWAY_SEALED = { ephemeralPub: hex('01', 32), nonceSym: hex('02', 12), ciphertext: hex('03', 64) };
/** In the version after the first. */
const REMOVED = 0;

/** A round under version 1, which all nodes refuse as stale, over a ledger that has another one. */
function setUp(options: { readonly changes?: Partial<AdmittedRound>; readonly version?: Partial<RegistryAccount> | null } = {}) {
  const { round, registry, nextRegistry, nodes, signers, deps, gateway } = stageRound({
    nodes: Array.from({ length: NODES }, () => ({ stale: new Set([1]) })),
    quorum: QUORUM,
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
  const runDeps: RunInOneVersionDeps = {
    ...deps,
    gateway,
    registryNews: { heard: () => undefined, after: () => Promise.resolve(options.version === null ? registry : nextRegistry) },
    directory: ({ keys }) => Promise.resolve(nodes.filter(({ index }) => keys[index] !== null)),
    sponsorship: {
      take: (_, eligible) => {
        const indices = eligible.map(({ index }) => index);
        taken.push(indices);
        const envelopes = new Map(indices.map((index) => [index, hex('04', 48)]));
        return Promise.resolve({ sealed: { ...GATEWAY_SEALED, envelopes }, giveBack: () => Promise.resolve() });
      },
    },
    client: {
      observe: ({ index }, request) => {
        asked.push(request);
        return answerOf(index, 'observe', () => signers[index]!.observe(request));
      },
      sign: ({ index }, request) => answerOf(index, 'sign', () => signers[index]!.sign(request)),
    },
    releases: { add: () => Promise.resolve() },
    events: { nodeFault: () => undefined, roundBeganAnew: ({ from, to }) => began.push([from, to]) },
  };
  const outcome = runInOneVersion({ round: admitted, admitted, eligible: nodes, signal: new AbortController().signal }, runDeps);
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
    expect(again.map(({ sealed }) => sealed?.ciphertext)).toEqual(again.map(() => GATEWAY_SEALED.ciphertext));
    expect(began).toEqual([[1n, 2n]]);
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
