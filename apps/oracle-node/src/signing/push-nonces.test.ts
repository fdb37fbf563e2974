import { createSigningKey } from '@oracle-gateway/schnorr/signing';
import { toAddress, toHex } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { createGiveCommitments } from '../operations/commit.js';
import { createCommitmentStore } from './commitments.js';
import { createPushNonces } from './push-nonces.js';

/** A random source that is stuck, as copies of one memory snapshot have it. */
function stuck(length: number): Uint8Array {
  return new Uint8Array(length).fill(7);
}
const GATEWAY = toAddress(new Uint8Array(32));
const signingKey = createSigningKey(new Uint8Array(32).fill(3));

/** A copy of a node's process, all at the same millisecond. */
function copyOfNode() {
  const commitments = createCommitmentStore({ monotonicMs: () => 0, clockJumps: { count: () => 0 } });
  const give = createGiveCommitments({ signingKey, commitments, random: stuck, nowMs: () => 1_790_000_000_000 });
  return (gatewayKey: Uint8Array, batches: number): string[] => {
    const nextNonce = createPushNonces({ gatewayKey, random: stuck });
    return Array.from({ length: batches }, () => give({ gateway: GATEWAY, name: 'g' }, { count: 4, gatewayNonce: nextNonce() }))
      .flatMap((batch) => batch?.nonces ?? [])
      .map(({ d }) => d);
  };
}

it('copies of one process with one clock and one random source push different pairs over streams of their own', () => {
  const pushed = [1, 2, 3].flatMap((byte) => copyOfNode()(new Uint8Array(32).fill(byte), 3));
  expect(new Set(pushed).size).toBe(3 * 3 * 4);
});

it('the nonces of one stream are 16 bytes, and never repeat with a random source that is stuck', () => {
  const next = createPushNonces({ gatewayKey: new Uint8Array(32).fill(1), random: stuck });
  const nonces = Array.from({ length: 1_000 }, next);
  expect(new Set(nonces.map(({ length }) => length))).toEqual(new Set([16]));
  expect(new Set(nonces.map(toHex)).size).toBe(1_000);
});
