import { toAddress } from '@oracle-gateway/protocol';
import { ComputeBudgetProgram, PublicKey, TransactionInstruction, TransactionMessage } from '@solana/web3.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import { buildTransaction } from './transaction.js';

const PAYER = toAddress(new Uint8Array(32).fill(1));
const signer = { address: PAYER, sign: () => Promise.resolve(new Uint8Array(64).fill(7)) };
const BLOCKHASH = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';

/** Few keys, so that an instruction often has one that another has, with other rights. */
const address = fc.integer({ min: 1, max: 20 }).map((byte) => toAddress(new Uint8Array(32).fill(byte)));
const instruction: fc.Arbitrary<LedgerInstruction> = fc.record({
  programId: fc.integer({ min: 18, max: 22 }).map((byte) => toAddress(new Uint8Array(32).fill(byte))),
  accounts: fc.array(fc.record({ address, signer: fc.constant(false), writable: fc.boolean() }), { maxLength: 9 }),
  // Around the length at which one byte no longer holds it.
  data: fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ minLength: 120, maxLength: 140 })),
});

it('the message is, byte for byte, the legacy message of web3.js', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(instruction, { maxLength: 3 }), async (instructions) => {
      const { wire } = await buildTransaction({
        instructions,
        payer: signer,
        blockhash: BLOCKHASH,
        lastValidBlockHeight: 1,
        computeUnitLimit: 9,
      });
      const message = new TransactionMessage({
        payerKey: new PublicKey(PAYER),
        recentBlockhash: BLOCKHASH,
        instructions: [ComputeBudgetProgram.setComputeUnitLimit({ units: 9 }), ...instructions.map(asWeb3)],
      });
      const signed = [Uint8Array.of(1), new Uint8Array(64).fill(7), message.compileToLegacyMessage().serialize()];
      expect(Buffer.from(wire).equals(Buffer.concat(signed))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

function asWeb3({ programId, accounts, data }: LedgerInstruction): TransactionInstruction {
  const keys = accounts.map((meta) => ({ pubkey: new PublicKey(meta.address), isSigner: meta.signer, isWritable: meta.writable }));
  return new TransactionInstruction({ programId: new PublicKey(programId), keys, data: Buffer.from(data) });
}
