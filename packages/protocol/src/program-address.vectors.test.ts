import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/program-address.json' with { type: 'json' };
import { formatAddress, parseAddress } from './address.js';
import { fromHex } from './hex.js';
import { findProgramAddress } from './program-address.js';

const seeded = file.vectors.flatMap((vector) => (vector.seeds === undefined ? [] : [vector]));

describe('program-derived address', () => {
  it.each(seeded)('$kind $address has the canonical bump', ({ seeds, programId, bump, address }) => {
    const found = findProgramAddress(
      seeds.map((seed) => fromHex(seed)),
      parseAddress(programId),
    );
    expect({ ...found, address: formatAddress(found.address) }).toEqual({ address, bump });
  });

  it('vectors hold bumps below 255, so that the search is exercised', () => {
    expect(seeded.some(({ bump }) => bump < 255)).toBe(true);
  });
});
