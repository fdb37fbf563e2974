import { formatSignature, parseAddress } from '@oracle-gateway/protocol';
import { type LedgerInstruction, programErrorMeaning } from '@oracle-gateway/protocol/instructions';
import { toBase64 } from '../base/base64.js';
import { TransportError } from '../base/errors.js';
import { memberOf, textOf } from '../base/json.js';
import { isAborted, type Wait } from '../base/wait.js';
import { askLedger, type LedgerRpc } from '../ledger/read-accounts.js';
import { encodeTransaction } from './encode-transaction.js';
import { blockHeight, fateOf, latestBlockhash } from './read-ledger.js';
import { computeUnitLimit, computeUnitPrice } from './token-instructions.js';
import { signedBy, type WalletSigner } from './wallet-signer.js';

/** Fee of a signature, which Solana fixes. */
const SIGNATURE_LAMPORTS = 5_000n;
/** So little that the transaction is not the last in its line. */
const MICRO_LAMPORTS_PER_UNIT = 10_000n;
const MICRO = 1_000_000n;
const CHECK_MS = 800;
/** A blockhash lives 150 blocks, which is about a minute. */
const MAX_CHECKS = 200;
/** JSON-RPC codes by which a server refuses before it sends: invalid parameters, a failed preflight, a wrong signature. */
const REFUSED_UNSENT: readonly unknown[] = [-32_602, -32_002, -32_003];

export interface LandingDeps {
  readonly rpc: LedgerRpc;
  readonly signer: WalletSigner;
  readonly wait: Wait;
}

export interface LandingInput {
  readonly instructions: readonly LedgerInstruction[];
  /** Compute units that the transaction may use. */
  readonly units: number;
  /** Hears the signature, base58, before the transaction is sent: it leads to the outcome. */
  readonly onSending?: ((signature: string) => void) | undefined;
}

/** Outcome of a transaction. `signature` is base58. */
export type TransactionFate =
  | { readonly kind: 'landed'; readonly signature: string }
  /** The ledger refused it before it was sent on: nothing changed. */
  | { readonly kind: 'refused'; readonly signature: string; readonly reason: string }
  /** It failed on the ledger: its fee is paid, and nothing else changed. */
  | { readonly kind: 'failed'; readonly signature: string }
  /** Its blockhash has ended: it changed nothing, and never will. */
  | { readonly kind: 'expired'; readonly signature: string }
  /** It may still land up to this block height. Look the signature up before anything is sent again. */
  | { readonly kind: 'unknown'; readonly signature: string; readonly lastBlockHeight: number };

/** Lamports that one signature and the compute units cost. */
export function landingFee(units: number): bigint {
  return SIGNATURE_LAMPORTS + (BigInt(units) * MICRO_LAMPORTS_PER_UNIT + MICRO - 1n) / MICRO;
}

/**
 * Signs one transaction, sends it, and looks it up until its outcome is certain. An abort ends the wait; what was sent may still land.
 *
 * @throws ClientUsageError when the signer refuses, TransportError when the ledger gives no blockhash: nothing was sent
 */
export async function landTransaction(
  { rpc, signer, wait }: LandingDeps,
  { instructions, units, onSending }: LandingInput,
  signal?: AbortSignal,
): Promise<TransactionFate> {
  const { blockhash, lastBlockHeight } = await latestBlockhash(rpc, signal);
  const transaction = encodeTransaction({
    feePayer: parseAddress(signer.address),
    blockhash,
    instructions: [computeUnitLimit(units), computeUnitPrice(MICRO_LAMPORTS_PER_UNIT), ...instructions],
  });
  const signed = await signedBy(signer, transaction);
  const signature = formatSignature(signed.signature);
  onSending?.(signature);
  const reason = await refusalOf(rpc, signed.bytes, signal);
  if (reason !== undefined) return { kind: 'refused', signature, reason };
  for (let check = 0; check < MAX_CHECKS && !isAborted(signal); check += 1) {
    const fate = await unlessSilent(async () => {
      // Read before the fate: a transaction that is absent after its last block stays absent.
      const height = await blockHeight(rpc, signal);
      return (await fateOf(rpc, signature, signal)) ?? (height > lastBlockHeight ? 'expired' : undefined);
    }, signal);
    if (fate !== undefined) return { kind: fate, signature };
    await wait(CHECK_MS, signal).catch(() => undefined);
  }
  return { kind: 'unknown', signature, lastBlockHeight };
}

/** The reason by which the ledger refuses a transaction unsent. Any other answer, or a lost one, tells nothing: the checks that follow find the transaction. */
async function refusalOf(rpc: LedgerRpc, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<string | undefined> {
  const params = [toBase64(bytes), { encoding: 'base64', preflightCommitment: 'confirmed' }];
  const answer = await unlessSilent(() => askLedger(rpc, { method: 'sendTransaction', params }, signal), signal);
  const error = memberOf(answer?.body, 'error');
  const isSent = memberOf(memberOf(error, 'data'), 'err') === 'AlreadyProcessed';
  if (isSent || !REFUSED_UNSENT.includes(memberOf(error, 'code'))) return undefined;
  const message = textOf(memberOf(error, 'message')) ?? 'the server gives no reason';
  const [, digits = ''] = /custom program error: 0x([0-9a-f]{1,8})\b/.exec(message) ?? [];
  return programErrorMeaning(Number.parseInt(digits, 16)) ?? message;
}

/** Undefined where the ledger gives no answer, or the wait for it is over. */
async function unlessSilent<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof TransportError || isAborted(signal)) return undefined;
    throw error;
  }
}
