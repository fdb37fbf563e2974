import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { ExecuteX402RoundRequest, PaymentRequired } from '@oracle-gateway/gateway-api';
import { type Address, formatAddress, parseAddress, toAddress, toHex } from '@oracle-gateway/protocol';
import { associatedTokenAddress } from '@oracle-gateway/protocol/accounts';
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { COMPUTE_BUDGET_PROGRAM_ADDRESS, MEMO_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@x402/svm';
import { PRICE_SOURCE } from './consumer.js';

export type PaymentOffer = PaymentRequired['accepts'][number];

/** Differences of a payment's transaction from the terms that it accepts. */
export interface TransactionChanges {
  readonly amount?: bigint;
  readonly payTo?: Address;
  readonly asset?: Address;
  readonly feePayer?: Address;
  readonly payer?: Address;
  /** null: none. */
  readonly memo?: string | null;
  /** Price that the payer offers for each compute unit, micro-lamports. */
  readonly computeUnitPrice?: bigint;
  /** Whether the payer signs; default: yes. */
  readonly isSigned?: boolean;
}

/** A payer per request that does as the official client does; the fee payer's signature is missing. */
export interface X402Payer {
  readonly address: Address;
  readonly text: string;
  /** A payment on these terms: `accepted` repeats them, the transaction pays them, and no two are alike. */
  payment(terms: PaymentOffer, changes?: TransactionChanges): object;
  /** Makes the header that carries the payment. */
  pay(terms: PaymentOffer, changes?: TransactionChanges): string;
  /** The `Authorization` with which the payer reads what its payment paid for. */
  readAuthorization(signature: string, seconds?: number): string;
}

/** A request of the path, complete but for the payment. */
export function x402Request(changes: Partial<ExecuteX402RoundRequest> = {}): ExecuteX402RoundRequest {
  const subject = changes.apiConfigs === undefined ? { apiConfig: PRICE_SOURCE } : {};
  return { signatures_required: 2, registry_version: 1, ...subject, ...changes };
}

/** Any base64 header out of a payment, however malformed. */
export function headerOf(payment: unknown): string {
  return Buffer.from(JSON.stringify(payment)).toString('base64');
}

export function createX402Payer(): X402Payer {
  const { secretKey, publicKey } = ed25519.keygen(randomBytes(32));
  const key = toAddress(publicKey);
  const payment = (terms: PaymentOffer, changes: TransactionChanges = {}): object => ({
    x402Version: 2,
    accepted: terms,
    payload: { transaction: transactionOf(terms, { payer: key, secretKey, ...changes }) },
  });
  return {
    address: key,
    text: formatAddress(key),
    payment,
    // Signs the text that docs/api.md gives.
    readAuthorization(signature, seconds = Math.floor(Date.now() / 1_000)) {
      const message = new TextEncoder().encode(`Oracle Gateway: read payment ${signature} at ${seconds}`);
      return `PaymentRead ${formatAddress(key)}.${seconds}.${toHex(ed25519.sign(message, secretKey))}`;
    },
    pay: (terms, changes) => headerOf(payment(terms, changes)),
  };
}

/** Base64 of a transaction with the payer's signature. */
function transactionOf(
  terms: PaymentOffer,
  changes: TransactionChanges & { readonly payer: Address; readonly secretKey: Uint8Array },
): string {
  const { payer, amount = BigInt(terms.amount), payTo = parseAddress(terms.payTo), asset = parseAddress(terms.asset) } = changes;
  const { memo = terms.extra.memo, computeUnitPrice = 1n, isSigned = true } = changes;
  const feePayer = changes.feePayer ?? parseAddress(terms.extra.feePayer);
  const lifetime = { blockhash: blockhash(formatAddress(toAddress(randomBytes(32)))), lastValidBlockHeight: 1n };
  const instructions = [
    ...computeBudget(computeUnitPrice),
    transferChecked({ payer, payTo, asset, amount }),
    ...(memo === null ? [] : [{ programAddress: address(MEMO_PROGRAM_ADDRESS), data: new TextEncoder().encode(memo) }]),
  ];
  const transaction = compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayer(kitAddress(feePayer), draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
      (draft) => appendTransactionMessageInstructions(instructions, draft),
    ),
  );
  const signature = ed25519.sign(Uint8Array.from(transaction.messageBytes), changes.secretKey) as SignatureBytes;
  const signatures = isSigned ? { ...transaction.signatures, [kitAddress(payer)]: signature } : transaction.signatures;
  return getBase64EncodedWireTransaction({ ...transaction, signatures });
}

/** Instructions of the official client. */
function computeBudget(price: bigint): Instruction[] {
  const [limit, unitPrice] = [new DataView(new ArrayBuffer(5)), new DataView(new ArrayBuffer(9))];
  limit.setUint8(0, 2);
  limit.setUint32(1, 20_000, true);
  unitPrice.setUint8(0, 3);
  unitPrice.setBigUint64(1, price, true);
  const programAddress = address(COMPUTE_BUDGET_PROGRAM_ADDRESS);
  return [limit, unitPrice].map(({ buffer }) => ({ programAddress, data: new Uint8Array(buffer) }));
}

function transferChecked(input: { payer: Address; payTo: Address; asset: Address; amount: bigint }): Instruction {
  const data = new DataView(new ArrayBuffer(10));
  data.setUint8(0, 12);
  data.setBigUint64(1, input.amount, true);
  data.setUint8(9, 6);
  return {
    programAddress: address(TOKEN_PROGRAM_ADDRESS),
    accounts: [
      { address: kitAddress(associatedTokenAddress(input.payer, input.asset)), role: AccountRole.WRITABLE },
      { address: kitAddress(input.asset), role: AccountRole.READONLY },
      { address: kitAddress(associatedTokenAddress(input.payTo, input.asset)), role: AccountRole.WRITABLE },
      { address: kitAddress(input.payer), role: AccountRole.READONLY_SIGNER },
    ],
    data: new Uint8Array(data.buffer),
  };
}

function kitAddress(key: Address) {
  return address(formatAddress(key));
}
