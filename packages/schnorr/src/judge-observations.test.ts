import { type ObservedValue, observationSetHash, unixMs } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { filled } from '../tests/bytes.js';
import { curves } from '../tests/curves.js';
import { FIXED_AT_MS, honestCheck, observationOf } from '../tests/observations.js';
import { judgeObservations, type ObservationsCheck, type ObservationsRefusal } from './judge-observations.js';
import type { SignedObservation } from './observation.js';
import { createCurveVerify } from './verify.js';

const [zero, one, two, four] = honestCheck.set.observations as [SignedObservation, SignedObservation, SignedObservation, SignedObservation];

function withSet(...observations: SignedObservation[]): Partial<ObservationsCheck> {
  return { set: { ...honestCheck.set, observations } };
}

function withValue(observation: SignedObservation, change: Partial<ObservedValue>): SignedObservation {
  return { ...observation, values: observation.values.map((one) => one && { ...one, ...change }) };
}

const refusals: [what: string, change: Partial<ObservationsCheck>, reason: ObservationsRefusal, index?: number][] = [
  ['observations out of order', withSet(one, zero, two, four), 'observer_order', 0],
  ['an observation twice', withSet(zero, one, two, two, four), 'observer_order', 2],
  ['an observer that was not asked', { eligible: [0, 1, 2] }, 'unknown_observer', 4],
  [
    'an observer whose key was removed',
    { eligible: [0, 1, 2, 3, 4], ...withSet(zero, two, observationOf(3, 10_000), four) },
    'unknown_observer',
    3,
  ],
  ['an altered value', withSet(zero, withValue(one, { value: filled(32, 0) }), two, four), 'observation_signature', 1],
  ['an altered time', withSet(zero, one, two, withValue(four, { receivedAtMs: unixMs(FIXED_AT_MS) })), 'observation_signature', 4],
  ["another node's observation under this index", withSet(zero, { ...two, index: 1 }, two, four), 'observation_signature', 1],
  ['an observation of another session', withSet(zero, observationOf(1, 10_000, filled(32, 9)), two, four), 'observation_signature', 1],
  ['too few observations', withSet(zero, two), 'too_few_survivors'],
  ['observations too far apart', withSet(zero, one, observationOf(2, 30_000), four), 'too_few_survivors'],
  ['a set so old that nothing is fresh', { set: { ...honestCheck.set, fixedAtMs: unixMs(FIXED_AT_MS + 5_000) } }, 'too_few_survivors'],
  ['a signer that deviates', { signers: [0, 1, 2] }, 'signer_not_surviving', 1],
  ['a signer that observed nothing', { ...withSet(zero, observationOf(1, 10_001), two), signers: [0, 2, 4] }, 'signer_not_surviving', 4],
];

describe('judgeObservations', () => {
  it('gives the lower median of what survives, and the hash of the whole set', () => {
    expect(judgeObservations(honestCheck)).toEqual({
      ok: true,
      value: zero.values[0]?.value,
      values: [zero.values[0]?.value],
      setHash: observationSetHash(honestCheck.set),
      survivors: [0, 2, 4],
    });
  });

  it.each(refusals)('refuses %s', (_what, change, reason, index) => {
    const verdict = judgeObservations({ ...honestCheck, ...change });
    expect(verdict).toEqual({ ok: false, reason, ...(index === undefined ? {} : { index }) });
  });

  it('judges alike on every form of the curve', () => {
    const changes = [{}, ...refusals.map(([, change]) => change)];
    const verdicts = curves.map(([, curve]) =>
      changes.map((change) => judgeObservations({ ...honestCheck, ...change }, { verify: createCurveVerify(curve) })),
    );
    expect(verdicts[1]).toEqual(verdicts[0]);
    expect(verdicts[0]?.map(({ ok }) => ok)).toEqual([true, ...refusals.map(() => false)]);
  });
});
