import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAddress } from './address.js';
import { createLocalLedger } from './ledger.js';
import { decodeTransaction, TransactionDecodeError, type WireTransaction } from './wire-transaction.js';

const ledger = createLocalLedger({ slotMs: 0 });
const payer = Keypair.generate();
ledger.airdrop(toAddress(payer.publicKey.toBytes()), 1_000_000_000n);
const message = new TransactionMessage({
  payerKey: payer.publicKey,
  recentBlockhash: ledger.latestBlock.blockhash,
  instructions: [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: Keypair.generate().publicKey, lamports: 1_000_000 })],
});

function decode(bytes: Uint8Array): WireTransaction | null {
  try {
    return decodeTransaction(bytes);
  } catch (error) {
    if (error instanceof TransactionDecodeError) return null;
    throw error;
  }
}

describe('bytes from outside', () => {
  it('are refused as undecodable and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_300 }), (bytes) => {
        decode(bytes);
      }),
      { numRuns: 2_000 },
    );
  });

  // The runtime ends the process on bytes it cannot decode: this test then ends with it.
  it.each([
    ['legacy', new VersionedTransaction(message.compileToLegacyMessage())],
    ['version 0', new VersionedTransaction(message.compileToV0Message())],
  ])('never end the runtime once they pass the decoder, however a %s transaction is changed', (_version, transaction) => {
    transaction.sign([payer]);
    const wire = transaction.serialize();
    const change = fc.record({ offset: fc.integer({ min: 0, max: wire.length - 1 }), value: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const bytes = Uint8Array.from(wire);
        for (const { offset, value } of changes) bytes[offset] = value;
        const decoded = decode(bytes);
        if (decoded === null) return;
        const { err } = ledger.simulate(decoded, { verifySignatures: false, checkBlockhash: false });
        expect(err === null || typeof err === 'string' || typeof err === 'object').toBe(true);
        const unchanged = Buffer.compare(bytes, wire) === 0;
        if (!unchanged) expect(ledger.submit(decoded).outcome).toBe('dropped');
      }),
      { numRuns: 2_000 },
    );
  });
});
