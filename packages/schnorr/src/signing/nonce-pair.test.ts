import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { countingRandom, filled } from '../../tests/bytes.js';
import { curves } from '../../tests/curves.js';
import { createNoncePair, createNoncePairInAdvance, takeSecrets } from './nonce-pair.js';
import { createSigningKey } from './signing-key.js';

const sessionId = filled(32, 9);

describe.each(curves)('createNoncePair on %s', (_form, curve) => {
  const signingKey = createSigningKey(filled(32, 5), { curve });
  const input = { signingKey, sessionId, attempt: 0 } as const;

  it('commits to both secrets, D to the hiding one', () => {
    const { pair, commitment } = createNoncePair(input, { random: countingRandom(1) });
    const secrets = takeSecrets(pair);
    expect(secrets).not.toBeNull();
    expect(commitment).toEqual({
      D: curve.multiplyBase(secrets?.hiding ?? filled(32, 0))?.toBytes(true),
      E: curve.multiplyBase(secrets?.binding ?? filled(32, 0))?.toBytes(true),
    });
  });

  it('makes another pair at every call, attempt and session, from the same random bytes or others', () => {
    const random = countingRandom(1);
    const stuck = (length: number): Uint8Array => filled(length, 7);
    const pairs = [
      createNoncePair(input, { random }),
      createNoncePair(input, { random }),
      createNoncePair(input, { random: stuck }),
      createNoncePair({ ...input, attempt: 1 }, { random: stuck }),
      createNoncePair({ ...input, sessionId: filled(32, 8) }, { random: stuck }),
    ];
    const points = pairs.flatMap(({ commitment }) => [commitment.D, commitment.E]).map((point) => Buffer.from(point).toString('hex'));
    expect(new Set(points).size).toBe(10);
  });

  it('keeps its own commitment when the published one is changed', () => {
    const { pair, commitment } = createNoncePair(input, { random: countingRandom(1) });
    const published = commitment.D.slice();
    commitment.D.fill(0);
    expect(pair.commitment.D).toEqual(published);
  });

  it('throws a TypeError for a session id of another width', () => {
    const narrow = { ...input, sessionId: filled(31, 9) };
    expect(() => createNoncePair(narrow, { random: countingRandom(1) })).toThrow(/^sessionId: expected 32 bytes, got 31$/);
  });
});

describe.each(curves)('createNoncePairInAdvance on %s', (_form, curve) => {
  const signingKey = createSigningKey(filled(32, 5), { curve });
  const batch = { gateway: filled(32, 1), gatewayNonce: filled(16, 2), timeMs: 1_795_000_000_000 };

  it('makes another pair for each number, time, gateway and nonce of it, from the same random bytes or others', () => {
    const stuck = (length: number): Uint8Array => filled(length, 7);
    const random = countingRandom(1);
    const pairs = [
      createNoncePairInAdvance({ signingKey, batch, number: 0 }, { random }),
      createNoncePairInAdvance({ signingKey, batch, number: 0 }, { random }),
      createNoncePairInAdvance({ signingKey, batch, number: 0 }, { random: stuck }),
      createNoncePairInAdvance({ signingKey, batch, number: 1 }, { random: stuck }),
      createNoncePairInAdvance({ signingKey, batch: { ...batch, timeMs: batch.timeMs + 1 }, number: 0 }, { random: stuck }),
      createNoncePairInAdvance({ signingKey, batch: { ...batch, gateway: filled(32, 3) }, number: 0 }, { random: stuck }),
      createNoncePairInAdvance({ signingKey, batch: { ...batch, gatewayNonce: filled(16, 3) }, number: 0 }, { random: stuck }),
    ];
    const points = pairs.flatMap(({ commitment }) => [commitment.D, commitment.E]).map((point) => Buffer.from(point).toString('hex'));
    expect(new Set(points).size).toBe(14);
  });

  it.each([
    ['gateway', { gateway: filled(31, 1) }, {}],
    ['gatewayNonce', { gatewayNonce: filled(17, 1) }, {}],
    ['timeMs', { timeMs: -1 }, {}],
    ['timeMs', { timeMs: 0.5 }, {}],
    ['number', {}, { number: 256 }],
    ['number', {}, { number: -1 }],
  ])('throws a TypeError for another %s', (field, inBatch, beside) => {
    const input = { signingKey, batch: { ...batch, ...inBatch }, number: 0, ...beside };
    expect(() => createNoncePairInAdvance(input, { random: countingRandom(1) })).toThrow(new RegExp(`^${field}: `));
  });
});

describe('takeSecrets', () => {
  const input = { signingKey: createSigningKey(filled(32, 5)), sessionId, attempt: 0 } as const;

  it('gives the secrets once', () => {
    const { pair } = createNoncePair(input, { random: countingRandom(1) });
    expect(takeSecrets(pair)).not.toBeNull();
    expect(takeSecrets(pair)).toBeNull();
  });

  it('knows no pair but those made here', () => {
    const { pair } = createNoncePair(input, { random: countingRandom(1) });
    const lookAlike = Object.create(pair) as typeof pair;
    expect(takeSecrets(lookAlike)).toBeNull();
    expect(takeSecrets(pair)).not.toBeNull();
  });
});

describe('a nonce pair', () => {
  const input = { signingKey: createSigningKey(filled(32, 5)), sessionId, attempt: 0 } as const;
  const { pair } = createNoncePair(input, { random: countingRandom(1) });

  it('refuses to be stored as JSON', () => {
    expect(() => JSON.stringify({ session: pair })).toThrow(/must not be stored/);
  });

  it('leaves its secrets behind when cloned', () => {
    const clone: unknown = structuredClone(pair);
    expect(takeSecrets(clone as typeof pair)).toBeNull();
  });

  it('shows its secrets to no inspection', () => {
    const shown = inspect(pair, { depth: 10, showHidden: true, maxArrayLength: null }).replace(/\s+/g, ' ');
    const secrets = takeSecrets(pair);
    expect(secrets).not.toBeNull();
    for (const secret of [secrets?.hiding, secrets?.binding]) expect(shown).not.toContain(Array.from(secret ?? []).join(', '));
    expect(Reflect.ownKeys(pair)).toEqual(['commitment']);
  });
});
