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
import { decodePaymentHeader, paymentRequired, paymentTerms, type Network, type PaymentTerms, type PaymentToSettle } from '../src/index.js';
import type { FeePayer } from '../src/svm.js';

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
  /** The same key. */
  readonly feePayerSigner: FeePayer;
  readonly feePayer: string;
  /** Sum that has reached the treasury so far, atomic units. */
  paidAtomic(): bigint;
  /** Terms with a memo of their own, unless it is given. */
  terms(change?: Partial<Pick<PaymentTerms['extra'], 'memo' | 'feePayer'>>): PaymentTerms;
  /** The header that the official client sends when it is asked for these terms. */
  pay(terms: PaymentTerms): Promise<string>;
  /** The same payment as `pay`, of another payer's client: it asks for so many compute units at such a price, and is signed anew. */
  payAs(budget: ComputeBudget): Promise<PaymentToSettle>;
  close(): Promise<void>;
}

export interface ComputeBudget {
  readonly units: number;
  /** Micro-lamports for each. */
  readonly price: number;
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
  const pay = async (terms: PaymentTerms): Promise<string> => {
    const { header } = paymentRequired({ error: 'payment required', resource: RESOURCE, terms });
    return encodePaymentSignatureHeader(await client.createPaymentPayload(decodePaymentRequiredHeader(header)));
  };
  const { address: feePayer } = await createKeyPairSignerFromBytes(feePayerKey);

  const termsWith = (change: Partial<Pick<PaymentTerms['extra'], 'memo' | 'feePayer'>> = {}): PaymentTerms =>
    paymentTerms({
      network: NETWORK,
      amountAtomic: AMOUNT_ATOMIC,
      mint: parseAddress(MINT),
      treasuryOwner,
      feePayer: change.feePayer ?? feePayer,
      memo: change.memo ?? randomBytes(16).toString('hex'),
    });

  return {
    ledger,
    rpcUrl: rpc.rpcUrl,
    feePayerKey,
    feePayerSigner: feePayerOf(feePayerKey),
    feePayer,
    paidAtomic: () => tokensOf(ledger.account(treasury)?.data),
    terms: termsWith,
    pay,
    async payAs(budget) {
      const terms = termsWith();
      const payment = decodePaymentHeader(await pay(terms));
      return { terms, payload: { ...payment, transaction: withBudget(payment.transaction, budget, payerKey) } };
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

function feePayerOf(key: Uint8Array): FeePayer {
  return { address: toAddress(key.slice(32)), sign: (_kind, message) => Promise.resolve(ed25519.sign(message, key.slice(0, 32))) };
}

/** Data that the official client writes into the two instructions of the compute budget, with the length of each. */
const CLIENT_LIMIT = Buffer.from('0502204e0000', 'hex');
const CLIENT_PRICE = Buffer.from('09030100000000000000', 'hex');
/** Two signatures of 64 bytes after their number; the payer's is the second. */
const [PAYER_SIGNATURE_AT, MESSAGE_AT] = [1 + 64, 1 + 2 * 64];

function withBudget(transaction: string, { units, price }: ComputeBudget, payerKey: Uint8Array): string {
  const wire = Buffer.from(transaction, 'base64');
  const [limitAt, priceAt] = [wire.indexOf(CLIENT_LIMIT), wire.indexOf(CLIENT_PRICE)];
  if (limitAt === -1 || priceAt === -1) throw new Error('the client writes its compute budget otherwise');
  wire.writeUInt32LE(units, limitAt + 2);
  wire.writeBigUInt64LE(BigInt(price), priceAt + 2);
  wire.set(ed25519.sign(wire.subarray(MESSAGE_AT), payerKey.subarray(0, 32)), PAYER_SIGNATURE_AT);
  return wire.toString('base64');
}

/** Amount of a token account, atomic units. */
function tokensOf(data: Uint8Array | undefined): bigint {
  if (data === undefined) throw new Error('there is no such token account');
  return new DataView(data.buffer, data.byteOffset).getBigUint64(64, true);
}
