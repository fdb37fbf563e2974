import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { deriveFeedId, NO_OWNER, unixMs } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { stageRound, withPorts } from '../../../tests/fakes/staged-round.js';
import type { AdmittedRound, DatedRound } from './admitted-round.js';
import { openSigningSession, requestTo } from './round-session.js';

const { ports } = stageRound({ nodes: [], quorum: 0 });
const apiConfig = { url: 'https://api.example.com/', method: 'GET' } as const;
const subject = sourceSubject(apiConfig);
const { sourceId } = subject;

function sessionOf(indices: readonly number[], sourcePayments?: AdmittedRound['sourcePayments'], usedPorts = ports) {
  const nodes = indices.map((index) => ({ index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null }));
  const round: DatedRound = {
    path: 'agent',
    roundId: sampleRoundId(),
    requester: sampleAddress(),
    tenant: { name: 'key:payer', isStranger: true },
    feedOwner: NO_OWNER,
    feedId: deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired: 2 }),
    subject,
    signaturesRequired: 2,
    registry: { version: 1n, redundancyBuffer: 1, minSigners: 2, active: 5, createdAt: 0n, acceptUntil: 2n ** 63n - 1n, keys: [] },
    timestampMs: unixMs(1_700_000_000_123),
    exclusive: [],
    holds: [],
    ...(sourcePayments === undefined ? {} : { sourcePayments }),
  };
  const session = openSigningSession(round, nodes, usedPorts);
  return { session, asked: nodes.map((node) => requestTo(node, session)) };
}

const PAYMENTS = [
  { x402Version: 2, headerName: 'PAYMENT-SIGNATURE', headerValue: 'Zmlyc3Q=' },
  { x402Version: 1, headerName: 'X-PAYMENT', headerValue: 'c2Vjb25k' },
  { x402Version: 2, headerName: 'PAYMENT-SIGNATURE', headerValue: 'dGhpcmQ=' },
] as const;

describe('what one node is asked', () => {
  it('holds the payment of its place among the eligible, and no other', () => {
    const { asked } = sessionOf([0, 2, 4], PAYMENTS);
    expect(asked.map(({ sourcePayment }) => sourcePayment)).toEqual([
      { x402Version: 2, payment: 'Zmlyc3Q=' },
      { x402Version: 1, payment: 'c2Vjb25k' },
      { x402Version: 2, payment: 'dGhpcmQ=' },
    ]);
    const texts = asked.map((request) => JSON.stringify(request));
    PAYMENTS.forEach(({ headerValue }, place) => {
      expect(texts.map((text) => text.includes(headerValue))).toEqual(texts.map((_, other) => other === place));
    });
  });

  it('is otherwise the same for all: payments are no part of the session', () => {
    const { session, asked } = sessionOf([1, 3], PAYMENTS);
    expect(asked).toEqual(asked.map(({ sourcePayment }) => ({ ...session.request, sourcePayment })));
    expect(session.request).not.toHaveProperty('sourcePayment');
  });

  it('leaves the last payments unused where fewer nodes can be asked', () => {
    const { asked } = sessionOf([1, 3], PAYMENTS);
    expect(asked.map(({ sourcePayment }) => sourcePayment?.payment)).toEqual(['Zmlyc3Q=', 'c2Vjb25k']);
  });

  it('holds no payment where the source is not paid', () => {
    expect(sessionOf([0, 1]).asked.map((request) => 'sourcePayment' in request)).toEqual([false, false]);
  });
});

describe('the stamp of a session', () => {
  it.each([
    [1_795_000_000_000, 1_794_999_999_000],
    [1_795_000_000_099.9, 1_794_999_999_000],
    [1_795_000_000_100, 1_794_999_999_100],
  ])('is the time by the clocks of the nodes that are asked, in steps of 100 ms, and one for all', (nowMs, stampMs) => {
    const offsetToMs = (nodes: readonly { readonly index: number }[]): number => nodes.reduce((sum, { index }) => sum + index * 25, 0);
    const clock = { ...ports.nodes.clock, offsetToMs };
    const { session, asked } = sessionOf([10, 30], undefined, withPorts(ports, { nodes: { clock }, clock: { nowMs: () => nowMs } }));
    expect(asked.map(({ observedAtMs }) => observedAtMs)).toEqual([stampMs, stampMs]);
    expect(session.statement.observedAtMs).toBe(stampMs);
  });
});
