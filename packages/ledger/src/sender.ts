import { base64 } from '@scure/base';

import { createCachedRead } from './cached-read.js';
import { BroadcastRefusedError, RpcRefusalError } from './errors.js';
import type { LedgerInstruction } from './instruction.js';
import { decodeRefusal, describeRefusal, type TransactionRefusal } from './refusal.js';
import type { Commitment } from './reader.js';
import { readBlockhash, readCount, readSignatureStatus, readSimulation, readWithSlot } from './rpc/answers.js';
import type { FetchLike } from './rpc/bounded-fetch.js';
import { createRpcClient } from './rpc/rpc-client.js';
import type { LedgerSigner } from './signer.js';
import { buildTransaction, type BuiltTransaction } from './transaction.js';

/** `unseen`: not in a block at the sender's commitment, so far. It may still land until its blockhash has expired. */
export type TransactionStatus =
  | { readonly kind: 'unseen' }
  | { readonly kind: 'succeeded'; readonly slot: number }
  | { readonly kind: 'failed'; readonly slot: number; readonly error: TransactionRefusal };

export type SimulationResult =
  | { readonly ok: true; readonly unitsConsumed: number; readonly logs: readonly string[] }
  | { readonly ok: false; readonly refusal: TransactionRefusal; readonly unitsConsumed: number; readonly logs: readonly string[] };

export interface BuildOptions {
  readonly computeUnitLimit: number;
}

/** Every method that asks the server throws LedgerUnavailableError when it gives no usable answer. */
export interface LedgerSender {
  /** Signs a transaction on a recent blockhash; nothing is sent. */
  build(instructions: readonly LedgerInstruction[], options: BuildOptions): Promise<BuiltTransaction>;
  /**
   * Sends it, with preflight. Throws BroadcastRefusedError when nothing was sent, LedgerUnavailableError when that is unknown.
   * A transaction that has landed already is no error: `status` tells its outcome.
   */
  broadcast(transaction: BuiltTransaction): Promise<void>;
  status(signature: string): Promise<TransactionStatus>;
  simulate(transaction: BuiltTransaction): Promise<SimulationResult>;
  /** Whether a transaction with this last valid block height can no longer land. */
  isBlockhashExpired(lastValidBlockHeight: number, commitment: Commitment): Promise<boolean>;
}

export interface LedgerSenderInput {
  readonly rpcUrl: string;
  readonly signer: LedgerSigner;
  readonly commitment?: Commitment;
  /** Priority fee; 0 by default. */
  readonly computeUnitPriceMicroLamports?: bigint;
  /** How long one blockhash is used for new transactions. */
  readonly blockhashTtlMs?: number;
  readonly timeoutMs?: number;
  /** Default: `performance.now`. */
  readonly monotonicMs?: () => number;
  readonly fetch?: FetchLike;
}

const DEFAULTS = { blockhashTtlMs: 2_000, timeoutMs: 5_000 };
/** A simulation's answer holds the logs, which the runtime cuts off at 10 KB unless its operator says otherwise. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** JSON-RPC code of a refused preflight (SEND_TRANSACTION_PREFLIGHT_FAILURE). */
const PREFLIGHT_FAILURE = -32_002;

/** The `err` of a refused preflight; `undefined` when the server's error is something else. */
function preflightError(error: RpcRefusalError): unknown {
  if (error.code !== PREFLIGHT_FAILURE) return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'err' in data ? (data.err ?? undefined) : undefined;
}

export function createLedgerSender(input: LedgerSenderInput): LedgerSender {
  const commitment = input.commitment ?? 'confirmed';
  const rpc = createRpcClient({
    rpcUrl: input.rpcUrl,
    timeoutMs: input.timeoutMs ?? DEFAULTS.timeoutMs,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    fetch: input.fetch ?? ((url, init) => fetch(url, init)),
  });
  const recentBlockhash = createCachedRead({
    load: async () => {
      const method = 'getLatestBlockhash';
      return readWithSlot(await rpc(method, [{ commitment }]), method, (value) => readBlockhash(value, method)).value;
    },
    ttlMs: input.blockhashTtlMs ?? DEFAULTS.blockhashTtlMs,
    minRefreshIntervalMs: 0,
    monotonicMs: input.monotonicMs ?? (() => performance.now()),
  });

  return {
    async build(instructions, options) {
      const { blockhash, lastValidBlockHeight } = await recentBlockhash.get();
      return buildTransaction({
        instructions,
        signer: input.signer,
        blockhash,
        lastValidBlockHeight,
        computeUnitLimit: options.computeUnitLimit,
        computeUnitPriceMicroLamports: input.computeUnitPriceMicroLamports ?? 0n,
      });
    },

    async broadcast(transaction) {
      try {
        await rpc('sendTransaction', [base64.encode(transaction.wire), { encoding: 'base64', preflightCommitment: commitment }]);
      } catch (error) {
        if (!(error instanceof RpcRefusalError)) throw error;
        const err = preflightError(error);
        if (err === undefined) throw error;
        const refusal = decodeRefusal(err);
        if (refusal.kind === 'transaction' && refusal.error === 'AlreadyProcessed') return;
        throw new BroadcastRefusedError(refusal, describeRefusal(refusal));
      }
    },

    async status(signature) {
      const method = 'getSignatureStatuses';
      const result = await rpc(method, [[signature], { searchTransactionHistory: true }]);
      const { value: entry } = readWithSlot(result, method, (value) => readSignatureStatus(value, method));
      const settled = entry !== null && (entry.confirmationStatus === 'finalized' || entry.confirmationStatus === commitment);
      if (!settled) return { kind: 'unseen' };
      if (entry.err === null) return { kind: 'succeeded', slot: entry.slot };
      return { kind: 'failed', slot: entry.slot, error: decodeRefusal(entry.err) };
    },

    async simulate(transaction) {
      const method = 'simulateTransaction';
      const result = await rpc(method, [base64.encode(transaction.wire), { encoding: 'base64', sigVerify: true, commitment }]);
      const { value } = readWithSlot(result, method, (answer) => readSimulation(answer, method));
      const { err, logs, unitsConsumed } = value;
      return err === null ? { ok: true, unitsConsumed, logs } : { ok: false, refusal: decodeRefusal(err), unitsConsumed, logs };
    },

    async isBlockhashExpired(lastValidBlockHeight, atCommitment) {
      const method = 'getBlockHeight';
      const height = readCount(await rpc(method, [{ commitment: atCommitment }]), method);
      return height > lastValidBlockHeight;
    },
  };
}
