import { toHex, unixMs } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { verifySignature } from '@oracle-gateway/schnorr';
import { createSigningKey, signObservation } from '@oracle-gateway/schnorr/signing';
import { describe, expect, it } from 'vitest';
import { type ObserveAnswer, readObserveAnswer } from './observers.js';
import { stageRound } from '../../../tests/fakes/staged-round.js';

const signingKey = createSigningKey(new Uint8Array(32).fill(5));
const sessionId = new Uint8Array(32).fill(9);
const point = `0x02${'11'.repeat(32)}`;
const nonces: ObserveAnswer['answer']['nonces'] = [
  { d: point, e: point },
  { d: point, e: point },
];
const observed = { value: new Uint8Array(32).fill(1), receivedAtMs: unixMs(1_795_000_000_000) };
const observation = { index: 3, values: [observed] };
const { s, commitment } = signObservation({ signingKey, sessionId, observation }, { random: (length) => new Uint8Array(length) }).signature;
const signature = { s: toHex(s), commitment: toHex(commitment) };
const values = [{ ...observed, value: toHex(observed.value) }];
const bare = { sessionId: toHex(sessionId), index: 3, values };
const unsigned = { ...bare, nonces };

const source = { url: 'https://api.example.com/', method: 'GET' } as const;
const aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 1,
  maxAgeMs: 1,
  numeric: { type: 'int256', decimals: 0 },
} as const;
const { round, session } = stageRound({ nodes: [], quorum: 0, apiConfig: source });
const node = { index: 3, publicKey: signingKey.publicKey, origin: '', encryptionKey: null };
const exact: ObserveAnswer = { answer: unsigned, node, round, session: { ...session, sessionId }, isDesignated: false };
const answered = { partial: `0x${'22'.repeat(32)}`, groupCommitment: point };
const designated: ObserveAnswer = { ...exact, answer: { ...bare, ...answered }, isDesignated: true };
const tolerance: ObserveAnswer = {
  ...exact,
  answer: { ...unsigned, signature },
  round: { ...round, subject: sourceSubject({ ...source, aggregation }) },
};

function read(input: ObserveAnswer) {
  return readObserveAnswer(input, { verify: verifySignature });
}

describe('readObserveAnswer', () => {
  it('takes what the node saw, in tolerance mode as it was signed', () => {
    expect(read(exact)).toEqual({ node, values, signed: null, nonces, partial: null });
    expect(read(tolerance)).toEqual({ node, values, signed: { ...observation, signature: { s, commitment } }, nonces, partial: null });
  });

  it('takes a partial signature in place of the commitments, of a node that was designated; such a node may also answer as any other', () => {
    expect(read(designated)).toEqual({ node, values, signed: null, nonces: null, partial: answered });
    expect(read({ ...exact, isDesignated: true })).toEqual(read(exact));
  });

  it.each<[string, ObserveAnswer]>([
    ['another node', { ...exact, answer: { ...unsigned, index: 4 } }],
    ['another session', { ...exact, answer: { ...unsigned, sessionId: `0x${'08'.repeat(32)}` } }],
    ['a signature in exact mode', { ...exact, answer: { ...unsigned, signature } }],
    ['no signature in tolerance mode', { ...tolerance, answer: unsigned }],
    [
      'a signature over another value',
      { ...tolerance, answer: { ...tolerance.answer, values: [{ ...values[0]!, value: `0x${'02'.repeat(32)}` }] } },
    ],
    ['a signature over another time', { ...tolerance, answer: { ...tolerance.answer, values: [{ ...values[0]!, receivedAtMs: 1 }] } }],
    ['a value too many', { ...exact, answer: { ...unsigned, values: [...values, ...values] } }],
    ['no value', { ...exact, answer: { ...unsigned, values: [{ reason: { code: 'upstream_failure' } }] } }],
    ['a partial signature that was not asked for', { ...designated, isDesignated: false }],
    ['a partial signature and commitments', { ...designated, answer: { ...unsigned, ...answered } }],
    ['neither of them', { ...exact, answer: bare }],
    ['a partial signature without its nonces', { ...designated, answer: { ...bare, partial: answered.partial } }],
    ['commitments and the nonces of no signature', { ...designated, answer: { ...unsigned, groupCommitment: point } }],
    ["another node's signature", { ...tolerance, node: { ...node, publicKey: createSigningKey(new Uint8Array(32).fill(6)).publicKey } }],
  ])('refuses an answer with %s', (_what, input) => {
    expect(() => read(input)).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ nodeIndex: 3, step: 'observe', fault: 'bad_answer' }) as unknown }),
    );
  });
});
