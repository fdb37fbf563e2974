import { createCachedRead } from './cached-read.js';
import { BroadcastRefusedError, RpcRefusalError } from './errors.js';
import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import { decodeRefusal, describeRefusal, type TransactionRefusal } from './refusal.js';
import {
  readBlockhash,
  readCount,
  readSignatureStatuses,
  simulationAnswer,
  readWithSlot,
  type SignatureStatusAnswer,
} from './rpc/answers.js';
import type { Commitment } from './rpc/commitment.js';
import { clientOf, type LedgerServer } from './rpc/ledger-server.js';
import type { LedgerSigner } from './signer.js';
import { buildTransaction, type BuiltTransaction } from './transaction.js';

/** `unseen`: not yet in a block at the sender's commitment. The transaction may land until its blockhash expires. */
export type TransactionStatus =
  | { readonly kind: 'unseen' }
  | { readonly kind: 'succeeded'; readonly slot: number }
  | { readonly kind: 'failed'; readonly slot: number; readonly error: TransactionRefusal };

/** The outcome of a simulation: compute units and log lines, and why it was refused. */
export type SimulationResult =
  | { readonly ok: true; readonly unitsConsumed: number; readonly logs: readonly string[] }
  | { readonly ok: false; readonly refusal: TransactionRefusal; readonly unitsConsumed: number; readonly logs: readonly string[] };

/** Limit, fee and payer of one transaction. */
export interface BuildOptions {
  readonly computeUnitLimit: number;
  /** Priority fee in micro-lamports per compute unit; 0 by default. */
  readonly computeUnitPriceMicroLamports?: bigint;
  /** Pays the fee, and signs beside the sender's signer where an instruction needs that; the sender's signer unless given. */
  readonly payer?: LedgerSigner;
}

/** Largest number of signatures of one call (getSignatureStatuses). */
export const MAX_STATUS_SIGNATURES = 256;

/** Every method that calls the server throws LedgerUnavailableError when the server gives no usable answer. */
export interface LedgerSender {
  /** Signs a transaction on a recent blockhash. Sends nothing. Throws LedgerUnavailableError also where a key does not sign. */
  build(instructions: readonly LedgerInstruction[], options: BuildOptions): Promise<BuiltTransaction>;
  /**
   * Sends the transaction with preflight. The same bytes may be sent repeatedly; they land once. Throws BroadcastRefusedError when preflight
   * refuses, and LedgerUnavailableError, whose `effect` is `none` when no byte was sent. A refusal concerns this broadcast only: an earlier
   * broadcast of the same bytes may land. A transaction that has landed already is not an error: `statuses` gives its outcome.
   */
  broadcast(transaction: Pick<BuiltTransaction, 'wire'>): Promise<void>;
  /**
   * Statuses in the order of the signatures, at most MAX_STATUS_SIGNATURES, in one call. A server keeps the last few minutes; `searchHistory`
   * includes older transactions. A server without transaction history refuses it (RpcRefusalError, code -32011).
   */
  statuses(signatures: readonly string[], options?: { readonly searchHistory?: boolean }): Promise<readonly TransactionStatus[]>;
  simulate(transaction: BuiltTransaction): Promise<SimulationResult>;
  /** A transaction whose `lastValidBlockHeight` is lower can no longer land; at `finalized`, not even after a rollback. */
  blockHeight(commitment: Commitment): Promise<number>;
}

/** The key that signs, the RPC server, and the life of a blockhash. */
export type LedgerSenderOptions = LedgerServer & {
  readonly signer: LedgerSigner;
  readonly commitment?: Commitment;
  /** Milliseconds for which new transactions use one blockhash. */
  readonly blockhashTtlMs?: number;
  readonly monotonicMs?: () => number;
};

const DEFAULTS = { blockhashTtlMs: 2_000 };

/** JSON-RPC code of a refused preflight (SEND_TRANSACTION_PREFLIGHT_FAILURE). */
const PREFLIGHT_FAILURE = -32_002;

/** The `err` of a refused preflight; `undefined` for any other error of the server. */
function preflightError(error: RpcRefusalError): unknown {
  if (error.code !== PREFLIGHT_FAILURE) return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'err' in data ? (data.err ?? undefined) : undefined;
}

/**
 * Builds, sends and follows transactions. The id of a transaction is known before it is sent. Its calls throw LedgerUnavailableError.
 *
 * @example
 * const sender = createLedgerSender({ rpcUrl: 'https://rpc.example', signer });
 * const transaction = await sender.build([instruction], { computeUnitLimit: 50_000 });
 * await sender.broadcast(transaction);
 */
export function createLedgerSender(options: LedgerSenderOptions): LedgerSender {
  const { signer, commitment = 'confirmed' } = options;
  const rpc = clientOf(options);
  const recentBlockhash = createCachedRead({
    load: async () => {
      const method = 'getLatestBlockhash';
      return readWithSlot(await rpc(method, [{ commitment }]), method, (value) => readBlockhash(value, method)).value;
    },
    ttlMs: options.blockhashTtlMs ?? DEFAULTS.blockhashTtlMs,
    minRefreshIntervalMs: 0,
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
  });

  const toStatus = (entry: SignatureStatusAnswer | null): TransactionStatus => {
    const isKnown = entry !== null && (entry.confirmationStatus === 'finalized' || entry.confirmationStatus === commitment);
    if (!isKnown) return { kind: 'unseen' };
    if (entry.err === null) return { kind: 'succeeded', slot: entry.slot };
    return { kind: 'failed', slot: entry.slot, error: decodeRefusal(entry.err) };
  };

  return {
    async build(instructions, options) {
      const { blockhash, lastValidBlockHeight } = await recentBlockhash.get();
      return await buildTransaction({
        instructions,
        payer: options.payer ?? signer,
        signers: [signer],
        blockhash,
        lastValidBlockHeight,
        computeUnitLimit: options.computeUnitLimit,
        computeUnitPriceMicroLamports: options.computeUnitPriceMicroLamports ?? 0n,
      });
    },

    async broadcast(transaction) {
      try {
        await rpc('sendTransaction', [
          Buffer.from(transaction.wire).toString('base64'),
          { encoding: 'base64', preflightCommitment: commitment },
        ]);
      } catch (error) {
        if (!(error instanceof RpcRefusalError)) throw error;
        const err = preflightError(error);
        if (err === undefined) throw error;
        const refusal = decodeRefusal(err);
        if (refusal.kind === 'transaction' && refusal.error === 'AlreadyProcessed') return;
        throw new BroadcastRefusedError(refusal, describeRefusal(refusal));
      }
    },

    async statuses(signatures, { searchHistory = false } = {}) {
      const method = 'getSignatureStatuses';
      if (signatures.length > MAX_STATUS_SIGNATURES) throw new RangeError(`signatures: must be at most ${MAX_STATUS_SIGNATURES}`);
      const result = await rpc(method, searchHistory ? [signatures, { searchTransactionHistory: true }] : [signatures]);
      return readWithSlot(result, method, (value) => readSignatureStatuses(value, method, signatures.length)).value.map(toStatus);
    },

    async simulate(transaction) {
      const method = 'simulateTransaction';
      const result = await rpc(method, [
        Buffer.from(transaction.wire).toString('base64'),
        { encoding: 'base64', sigVerify: true, commitment },
      ]);
      const { value } = readWithSlot(result, method, (answer) => simulationAnswer(answer, method));
      const { err, logs, unitsConsumed } = value;
      return err === null ? { ok: true, unitsConsumed, logs } : { ok: false, refusal: decodeRefusal(err), unitsConsumed, logs };
    },

    async blockHeight(atCommitment) {
      const method = 'getBlockHeight';
      return readCount(await rpc(method, [{ commitment: atCommitment }]), method);
    },
  };
}
