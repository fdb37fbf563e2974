import { describe, expect, it } from 'vitest';
import { toAddress } from './address.js';
import { bumpOfProgramAddress, findProgramAddress } from './program-address.js';

const programId = toAddress(new Uint8Array(32).fill(1));
function seeds(count: number, length: number): Uint8Array[] {
  return Array.from({ length: count }, () => new Uint8Array(length));
}

describe('findProgramAddress', () => {
  it('takes 15 seeds of 32 bytes, as the ledger does beside the bump', () => {
    expect(findProgramAddress(seeds(15, 32), programId).address).toHaveLength(32);
  });

  it('refuses 16 seeds', () => {
    expect(() => findProgramAddress(seeds(16, 1), programId)).toThrow(RangeError);
  });

  it('refuses a seed of 33 bytes', () => {
    expect(() => findProgramAddress(seeds(1, 33), programId)).toThrow(RangeError);
  });
});

describe('bumpOfProgramAddress', () => {
  it('is the bump that the search finds', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const { address, bump } = findProgramAddress([Uint8Array.of(seed)], programId);
      expect(bumpOfProgramAddress(address, [Uint8Array.of(seed)], programId)).toBe(bump);
    }
  });

  it('is null for an address of other seeds', () => {
    expect(bumpOfProgramAddress(findProgramAddress([Uint8Array.of(1)], programId).address, [Uint8Array.of(2)], programId)).toBeNull();
  });
});
