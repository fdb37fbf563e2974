import { type Aggregation, unixMs } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import type { ObservationsCheck, SignedObservation } from '../src/index.js';
import { createSigningKey, generateSecretKey, signObservation, type SigningKey } from '../src/signing/index.js';
import { countingRandom } from './bytes.js';
import { SESSION_ID } from './sessions.js';

export const FIXED_AT_MS = 1_795_000_000_000;

export const aggregation: Aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 100,
  maxAgeMs: 5_000,
  numeric: { type: 'int256', decimals: 2 },
};

export const subject = sourceSubject({ url: 'https://api.example.com/', method: 'GET', aggregation });

const random = countingRandom(17);
/** Five nodes; index 3 was removed. */
const signingKeys = [0, 1, 2, 3, 4].map(() => createSigningKey(generateSecretKey(random)));

export function signingKeyOf(index: number): SigningKey {
  const signingKey = signingKeys[index];
  if (signingKey === undefined) throw new Error(`no node ${index}`);
  return signingKey;
}

/** Observation of a node, a second before the set was fixed. */
export function observationOf(index: number, price: number, sessionId = SESSION_ID): SignedObservation {
  const value = new Uint8Array(32);
  new DataView(value.buffer).setUint32(28, price);
  const observation = { index, values: [{ value, receivedAtMs: unixMs(FIXED_AT_MS - 1_000) }] };
  return signObservation({ signingKey: signingKeyOf(index), sessionId, observation }, { random });
}

/** An honest set of four: one is an outlier, the three others sign. */
export const honestCheck: ObservationsCheck = {
  sessionId: SESSION_ID,
  eligible: [0, 1, 2, 4],
  registry: { keys: signingKeys.map(({ publicKey }, index) => (index === 3 ? null : publicKey)) },
  subject,
  quorum: 3,
  set: {
    fixedAtMs: unixMs(FIXED_AT_MS),
    observations: [observationOf(0, 10_002), observationOf(1, 20_000), observationOf(2, 10_001), observationOf(4, 10_003)],
  },
  signers: [0, 2, 4],
};
