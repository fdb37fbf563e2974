import { type Address, formatAddress, toHex } from '@oracle-gateway/protocol';
import {
  address,
  createSolanaRpcFromTransport,
  getBase64Encoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  signatureBytes,
} from '@solana/kit';
import { x402Facilitator } from '@x402/core/facilitator';
import { type FacilitatorSvmSigner, toFacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { AuthorizationError } from './authorization-error.js';
import { authorizationKeyOf, readPaymentAuthorization } from './authorization.js';
import { BroadcastPermit } from './broadcast.js';
import { LATE, within } from './deadline.js';
import { type Facilitator, type PaymentToSettle, payloadOf, SETTLE_TIMEOUT_MS, VERIFY_TIMEOUT_MS } from './facilitator.js';
import type { Network } from './payment-terms.js';
import { rpcTransport } from './rpc-transport.js';
import { FEE_LIMITS } from './transaction-fee.js';
import { classifySettleAnswer, classifySettleError, type SettleOutcome } from './settle-outcome.js';
import { classifyVerifyAnswer, classifyVerifyError } from './verify-outcome.js';

/** A key that signs transactions, in this process or in another one. */
export interface FeePayer {
  readonly address: Address;
  /** The Ed25519 signature of the message of a transaction, 64 bytes. */
  readonly sign: (kind: 'transaction', message: Uint8Array) => Promise<Uint8Array>;
}

/** The key that pays the fees, the RPC server, and the limits of a facilitator in this process. */
export interface InProcessFacilitatorOptions {
  /** The clusters that the x402 packages know: mainnet, devnet, testnet. */
  readonly network: Network;
  /** `current` tells one that may change, and is asked at each call. */
  readonly rpcUrl: string | { current(): string };
  /** Key of the account that pays the fees. */
  readonly feePayer: FeePayer;
  /** Default 5,000. */
  readonly verifyTimeoutMs?: number;
  /** Default 15,000. */
  readonly settleTimeoutMs?: number;
}

/** A facilitator that can read balances: it pays the fee of a transaction that fails. */
export interface InProcessFacilitator extends Facilitator {
  /** Resolves to the atomic units in a token account, at `confirmed`; 0 for a missing account. Rejects when the ledger cannot be read. */
  readonly balanceAtomic: (tokenAccount: Address) => Promise<bigint>;
}

/** Position of the amount in a token account. */
const AMOUNT = { offset: 64, length: 8 };

/**
 * A facilitator in this process. Unlike a remote one it knows the signature before the broadcast, and whether a broadcast took place. A
 * transaction that was not sent in time is never sent.
 */
export function createInProcessFacilitator(options: InProcessFacilitatorOptions): InProcessFacilitator {
  const { network, rpcUrl, feePayer, verifyTimeoutMs = VERIFY_TIMEOUT_MS, settleTimeoutMs = SETTLE_TIMEOUT_MS } = options;
  const key = transactionSignerOf(feePayer);
  const rpc = createSolanaRpcFromTransport(rpcTransport(rpcUrl));
  const underWay = new Map<string, BroadcastPermit>();
  const signer = withLeave(toFacilitatorSvmSigner(key, { [network]: rpc }), underWay);
  const facilitator = new x402Facilitator().register(network, new ExactSvmScheme(signer, undefined, FEE_LIMITS));

  return {
    feePayers: () => Promise.resolve({ offered: [key.address], accepted: [key.address] }),
    async balanceAtomic(tokenAccount) {
      const config = { commitment: 'confirmed', encoding: 'base64', dataSlice: AMOUNT } as const;
      const { value } = await rpc.getAccountInfo(address(formatAddress(tokenAccount)), config).send();
      if (value === null) return 0n;
      const amount = Buffer.from(value.data[0], 'base64');
      return amount.length === AMOUNT.length ? amount.readBigUInt64LE() : 0n;
    },
    async verify(input) {
      const verified = facilitator.verify(payloadOf(input), input.terms).then(classifyVerifyAnswer, classifyVerifyError);
      const outcome = await within(verified, verifyTimeoutMs);
      return outcome === LATE ? { kind: 'unavailable', words: noAnswer(verifyTimeoutMs) } : outcome;
    },
    async settle(input, recordSignature) {
      const payment = keyOf(input);
      if (payment === null) return { kind: 'not-broadcast', reason: 'unreadable transaction', words: '' };
      if (underWay.has(payment)) return { kind: 'duplicate', reason: 'the payment is being settled', words: '' };
      const broadcast = new BroadcastPermit(recordSignature);
      underWay.set(payment, broadcast);
      const settled = facilitator
        .settle(payloadOf(input), input.terms)
        .then(classifySettleAnswer, classifySettleError)
        .finally(() => underWay.delete(payment));
      const outcome = await within(settled, settleTimeoutMs);
      if (outcome === LATE) broadcast.giveUp();
      return refine(outcome === LATE ? late(settleTimeoutMs) : outcome, broadcast);
    },
  };
}

/** The package signs the message of a transaction as a text. */
function transactionSignerOf({ address: feePayer, sign }: FeePayer): Parameters<typeof toFacilitatorSvmSigner>[0] {
  const own = address(formatAddress(feePayer));
  const signed = async (message: Uint8Array) => ({ [own]: signatureBytes(await sign('transaction', message)) });
  return {
    address: own,
    signMessages: (messages) => Promise.all(messages.map(({ content }) => signed(content))),
    signTransactions: (transactions) => Promise.all(transactions.map(({ messageBytes }) => signed(Uint8Array.from(messageBytes)))),
  };
}

function late(timeoutMs: number): SettleOutcome {
  return { kind: 'uncertain', signature: null, reason: noAnswer(timeoutMs), words: '' };
}

function noAnswer(timeoutMs: number): string {
  return `no answer within ${timeoutMs} ms`;
}

/** Completes an uncertain outcome with the state of the broadcast. */
function refine(outcome: SettleOutcome, { signature }: BroadcastPermit): SettleOutcome {
  if (outcome.kind === 'settled' || outcome.kind === 'duplicate') return outcome;
  const { reason, words } = outcome;
  if (signature !== null) return { kind: 'uncertain', signature, reason, words };
  // A signature that this call did not send belongs to an earlier call.
  return outcome.kind === 'uncertain' && outcome.signature === null ? { kind: 'not-broadcast', reason, words } : outcome;
}

/** Sends a transaction only where its settlement is under way and may send. */
function withLeave(signer: FacilitatorSvmSigner, underWay: ReadonlyMap<string, BroadcastPermit>): FacilitatorSvmSigner {
  return {
    ...signer,
    async sendTransaction(transaction, network) {
      const wireTransaction = Uint8Array.from(getBase64Encoder().encode(transaction));
      const broadcast = underWay.get(toHex(authorizationKeyOf(wireTransaction)));
      if (broadcast === undefined) throw new Error('the transaction must belong to a settlement under way');
      await broadcast.allow(getSignatureFromTransaction(getTransactionDecoder().decode(wireTransaction)));
      return signer.sendTransaction(transaction, network);
    },
  };
}

function keyOf({ payload }: PaymentToSettle): string | null {
  try {
    return toHex(readPaymentAuthorization(payload.transaction).key);
  } catch (error) {
    if (error instanceof AuthorizationError) return null;
    throw error;
  }
}
