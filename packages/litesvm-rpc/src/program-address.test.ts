import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toAddress } from './address.js';
import { programAddress } from './program-address.js';

const seed = fc.uint8Array({ maxLength: 32 });
const program = fc.uint8Array({ minLength: 32, maxLength: 32 });

it('is where @solana/web3.js finds it', () => {
  fc.assert(
    fc.property(fc.array(seed, { maxLength: 15 }), program, (seeds, programId) => {
      const [expected] = PublicKey.findProgramAddressSync(seeds, new PublicKey(programId));
      expect(new PublicKey(programAddress(seeds, toAddress(programId)))).toEqual(expected);
    }),
  );
});
