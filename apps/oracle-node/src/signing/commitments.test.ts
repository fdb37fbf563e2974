import { createNoncePairInAdvance, createSigningKey } from '@oracle-gateway/schnorr/signing';
import { toAddress, toHex } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { createGiveCommitments } from '../operations/commit.js';
import { createCommitmentStore } from './commitments.js';

const GATEWAY = toAddress(new Uint8Array(32));
const signingKey = createSigningKey(new Uint8Array(32).fill(3));
let filled = 0;
function random(length: number): Uint8Array {
  filled += 1;
  return new Uint8Array(length).fill(filled);
}

function start() {
  const jumps = { count: 0 };
  const commitments = createCommitmentStore({ monotonicMs: () => 0, clockJumps: { count: () => jumps.count } });
  const give = createGiveCommitments({ signingKey, commitments, random, nowMs: () => 1 });
  const ask = () => give({ gateway: GATEWAY, name: 'g' }, { count: 2, gatewayNonce: new Uint8Array(16) })!;
  return { jumps, commitments, ask };
}

it('all pairs are gone once the clocks have jumped apart, those of every gateway', () => {
  const { jumps, commitments } = start();
  const batch = { gateway: new Uint8Array(32), gatewayNonce: new Uint8Array(16), timeMs: 1 };
  const pairs = [0, 1].map((number) => createNoncePairInAdvance({ signingKey, batch, number }, { random }).pair);
  const [first, second] = pairs.map(({ commitment }) => toHex(commitment.D));
  commitments.add('g', pairs.slice(0, 1));
  commitments.add('h', pairs.slice(1));
  jumps.count += 1;
  expect([commitments.take('g', first!), commitments.take('h', second!), commitments.size()]).toEqual([null, null, 0]);
});

it('what is given after a jump has another boot id, as after a restart: no gateway takes the loss for a lie', () => {
  const { jumps, commitments, ask } = start();
  const [before, again] = [ask(), ask()];
  jumps.count += 1;
  const [after, later] = [ask(), ask()];
  expect([again.bootId, later.bootId]).toEqual([before.bootId, after.bootId]);
  expect(after.bootId).not.toBe(before.bootId);
  expect(commitments.take('g', before.nonces[0]!.d)).toBeNull();
  expect(commitments.take('g', after.nonces[0]!.d)).not.toBeNull();
});
