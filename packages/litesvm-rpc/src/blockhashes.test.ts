import { describe, expect, it } from 'vitest';
import { Blockhashes } from './blockhashes.js';

const FIRST = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
function rotated(count: number): Blockhashes {
  const blockhashes = new Blockhashes(FIRST, 10n);
  for (let slot = 1; slot <= count; slot++) blockhashes.rotate(10n + BigInt(slot));
  return blockhashes;
}

describe('Blockhashes', () => {
  it('keeps a blockhash for 150 blocks and forgets it with the next', () => {
    expect(rotated(150).isValid(FIRST)).toBe(true);
    expect(rotated(151).isValid(FIRST)).toBe(false);
    expect(rotated(1_000).recent).toHaveLength(151);
  });

  it('names the newest block last, with its slot and height', () => {
    const blockhashes = rotated(3);
    expect(blockhashes.recent.at(-1)).toBe(blockhashes.latest);
    expect(blockhashes.latest).toMatchObject({ slot: 13n, height: 3 });
    expect(new Set(blockhashes.recent.map(({ blockhash }) => blockhash)).size).toBe(4);
  });

  it('knows a message again under the blockhash it was executed under, and no other message', () => {
    const blockhashes = rotated(1);
    blockhashes.markProcessed(FIRST, Uint8Array.of(1));
    expect(blockhashes.wasProcessed(FIRST, Uint8Array.of(1))).toBe(true);
    expect(blockhashes.wasProcessed(FIRST, Uint8Array.of(2))).toBe(false);
  });
});
