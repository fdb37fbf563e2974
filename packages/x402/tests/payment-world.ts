import { randomBytes } from 'node:crypto';

import { ed25519 } from '@noble/curves/ed25519.js';
import { configAddress } from '@oracle-gateway/protocol/accounts';
import { parseAddress, toAddress } from '@oracle-gateway/protocol';
import {
  addressOf,
  createLocalLedger,
  createMintAt,
  createTokenAccount,
  mintTo,
  serveLedgerRpc,
  type LocalLedger,
} from '@oracle-gateway/litesvm-rpc';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { x402Client } from '@x402/core/client';
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { paymentRequired, paymentTerms, type Network, type PaymentTerms } from '../src/index.js';

export const NETWORK: Network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
/** Devnet's USDC: official clients pay in it without being told to. */
const MINT = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';
export const AMOUNT_ATOMIC = 12_345n;
export const RESOURCE = { url: 'http://127.0.0.1/v1/x402/execute', description: 'a signed round', mimeType: 'application/json' };

/** A ledger with a treasury, a payer that owns 50 USDC, and the official client in its hand. */
export interface PaymentWorld {
  readonly ledger: LocalLedger;
  readonly rpcUrl: string;
  /** 64 bytes; pays the fees. */
  readonly feePayerKey: Uint8Array;
  readonly feePayer: string;
  /** What has reached the treasury so far, atomic units. */
  paidAtomic(): bigint;
  /** Terms with a memo of their own, unless it is given. */
  terms(change?: Partial<Pick<PaymentTerms['extra'], 'memo' | 'feePayer'>>): PaymentTerms;
  /** The header that the official client sends when it is asked for these terms. */
  pay(terms: PaymentTerms): Promise<string>;
  close(): Promise<void>;
}

export async function createPaymentWorld(): Promise<PaymentWorld> {
  const ledger = createLocalLedger({ slotMs: 0 });
  const rpc = await serveLedgerRpc(ledger);
  const [feePayerKey, payerKey, mintKey] = [newKey(), newKey(), newKey()];
  for (const key of [feePayerKey, payerKey, mintKey]) ledger.airdrop(addressOf(key), 10_000_000_000n);
  const treasuryOwner = configAddress(toAddress(randomBytes(32)));
  createMintAt(ledger, { address: MINT, decimals: 6, mintAuthority: addressOf(mintKey) });
  mintTo(ledger, { mintAuthority: mintKey, mint: MINT, owner: addressOf(payerKey), amountAtomic: 50_000_000n });
  const treasury = createTokenAccount(ledger, { payer: mintKey, owner: treasuryOwner, mint: MINT });
  const signer = await createKeyPairSignerFromBytes(payerKey);
  const client = new x402Client().register(NETWORK, new ExactSvmScheme(signer, { rpcUrl: rpc.rpcUrl }));
  const { address: feePayer } = await createKeyPairSignerFromBytes(feePayerKey);

  return {
    ledger,
    rpcUrl: rpc.rpcUrl,
    feePayerKey,
    feePayer,
    paidAtomic: () => tokensOf(ledger.account(treasury)?.data),
    terms: (change = {}) =>
      paymentTerms({
        network: NETWORK,
        amountAtomic: AMOUNT_ATOMIC,
        mint: parseAddress(MINT),
        treasuryOwner,
        feePayer: change.feePayer ?? feePayer,
        memo: change.memo ?? randomBytes(16).toString('hex'),
      }),
    async pay(terms) {
      const { header } = paymentRequired({ error: 'payment required', resource: RESOURCE, terms });
      return encodePaymentSignatureHeader(await client.createPaymentPayload(decodePaymentRequiredHeader(header)));
    },
    async close() {
      await rpc.close();
      ledger.close();
    },
  };
}

/** 64 bytes, as in the Solana CLI's files. */
export function newKey(): Uint8Array {
  const { secretKey, publicKey } = ed25519.keygen();
  return Uint8Array.from([...secretKey, ...publicKey]);
}

/** Amount of a token account, atomic units. */
function tokensOf(data: Uint8Array | undefined): bigint {
  if (data === undefined) throw new Error('there is no such token account');
  return new DataView(data.buffer, data.byteOffset).getBigUint64(64, true);
}
