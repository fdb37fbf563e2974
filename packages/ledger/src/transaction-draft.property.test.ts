import { toAddress } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { TransactionTooLargeError } from './errors.js';
import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import type { LedgerSigner } from './signer.js';
import { buildTransaction, MAX_TRANSACTION_BYTES } from './transaction.js';
import { createTransactionDraft, footprintOf } from './transaction-draft.js';

const [payer, signer] = [signerOf(1), signerOf(2)];
const BLOCKHASH = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';

function signerOf(byte: number): LedgerSigner {
  return { address: toAddress(new Uint8Array(32).fill(byte)), sign: () => Promise.resolve(new Uint8Array(64)) };
}

/** Few addresses, so that instructions share some; 1 is the payer's, 2 the signer's. */
const address = fc.integer({ min: 1, max: 40 }).map((byte) => toAddress(new Uint8Array(32).fill(byte)));
const instruction: fc.Arbitrary<LedgerInstruction> = fc.record({
  programId: fc.integer({ min: 200, max: 203 }).map((byte) => toAddress(new Uint8Array(32).fill(byte))),
  accounts: fc.array(fc.record({ address, signer: fc.constant(false), writable: fc.boolean() }), { maxLength: 12 }),
  // Around the lengths at which one byte no longer holds them.
  data: fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ minLength: 120, maxLength: 260 })),
});

it('a draft counts the very bytes that are built, and never more than one transaction holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(instruction, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      fc.boolean(),
      async (parts, hasPrice, isPaidApart) => {
        const other = isPaidApart ? signer : payer;
        const instructions = parts.map((part) => ({
          ...part,
          accounts: [{ address: other.address, signer: true, writable: false }, ...part.accounts],
        }));
        const draft = createTransactionDraft({ payer: payer.address, signer: other.address, hasPrice });
        const taken: LedgerInstruction[] = [];
        const build = (parts: readonly LedgerInstruction[]) =>
          buildTransaction({
            instructions: parts,
            payer,
            signers: [signer],
            blockhash: BLOCKHASH,
            lastValidBlockHeight: 1,
            computeUnitLimit: 1,
            computeUnitPriceMicroLamports: hasPrice ? 1n : 0n,
          });
        for (const part of instructions) {
          const footprint = footprintOf(part, 1_000);
          const growth = draft.growthBy(footprint);
          if (growth === null) {
            await expect(build([...taken, part])).rejects.toThrow(TransactionTooLargeError);
            continue;
          }
          const before = draft.byteLength;
          draft.add(footprint);
          taken.push(part);
          expect(draft.byteLength).toBe(before + growth);
          if (draft.byteLength <= MAX_TRANSACTION_BYTES) expect((await build(taken)).wire).toHaveLength(draft.byteLength);
        }
      },
    ),
    { numRuns: 300 },
  );
});
