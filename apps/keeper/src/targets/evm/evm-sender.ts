import type { EvmServers } from './evm-servers.js';
import { BaseError, type Hex, keccak256, type LocalAccount, type PublicClient, TransactionReceiptNotFoundError } from 'viem';
import { TargetUnavailableError } from '../../feeds/check-errors.js';
import type { FeeBudget } from '../../state/fee-budget.js';
import type { InFlight, SenderState } from '../../state/sender-state.js';
import { feesOf, gweiOf } from './evm-fees.js';

export interface EvmSenderDeps {
  readonly target: string;
  readonly chainId: number;
  readonly account: LocalAccount;
  readonly servers: EvmServers;
  readonly state: SenderState;
  readonly budget: FeeBudget;
  readonly maxFeeGwei: number;
  readonly nowMs: () => number;
  readonly newToken: () => string;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Wait for a block before fees are raised, milliseconds. */
  readonly escalateMs?: number;
}

/** A call that an account makes. */
export interface EvmCall {
  readonly to: Hex;
  readonly data: Hex;
}

/** The sending account while this keeper has its lease. */
export interface LeasedSender {
  /**
   * Sends the call, or raises the fees of the transaction that makes it and waits for a block. Nothing is sent where the one in flight has come into
   * a block, so that the caller looks first. Nothing either where the chain would refuse it: throws RevertedCallError. Answers the hashes of the
   * transactions in flight.
   */
  readonly push: (call: EvmCall) => Promise<readonly Hex[]>;
  /** Ends the transaction in flight where it made the call and has come into a block: it is told once, to one keeper. Null for any other. */
  readonly conclude: (call: EvmCall) => Promise<LandedCall | null>;
}

/** A transaction in a block. */
export interface LandedCall {
  readonly hash: Hex;
  /** Its cost, gwei. */
  readonly fee: bigint;
}

/** One account for each target, whose transactions go out one after the other. */
export interface EvmSender {
  /** Runs `work` under the lease, which waits for other keepers. Throws what the signal throws. */
  leased<T>(signal: AbortSignal, work: (sender: LeasedSender) => Promise<T>): Promise<T>;
}

/** The chain would refuse the call. */
export class RevertedCallError extends Error {
  override readonly name = 'RevertedCallError';
  /** @param data what the contract answers, which names its error */
  constructor(readonly data: Hex) {
    super('the chain would refuse the call');
  }
}

const LEASE_MS = 10_000;
const LEASE_POLL_MS = 500;
const ESCALATE_MS = 20_000;
/** Room for what other transactions of the block change. */
const [GAS_ROOM, GAS_PARTS] = [13n, 10n];

export function createEvmSender(deps: EvmSenderDeps): EvmSender {
  const { target, chainId, account, servers, state, budget, maxFeeGwei, nowMs, escalateMs = ESCALATE_MS } = deps;
  const { address } = account;
  let busy: Promise<unknown> = Promise.resolve();

  async function push(token: string, { to, data }: EvmCall): Promise<readonly Hex[]> {
    if (!(await state.lease(token, { nowMs: nowMs(), lifeMs: LEASE_MS })))
      throw new TargetUnavailableError(target, 'another keeper has taken over the sending account');
    const nonce = await servers.ask((client) => client.getTransactionCount({ address, blockTag: 'latest' }));
    const before = await state.inFlight();
    if (before !== null && nonce > before.nonce) {
      await settle(before, await landedOf(before));
      if (!(await state.keep(token, null))) throw new TargetUnavailableError(target, 'another keeper sends by now');
      // It came into a block since the caller looked: the caller looks again before anything else is sent.
      return before.hashes;
    }
    // A nonce below says that the one in flight was told by a server that lied, or that its block is gone: it fills no gap.
    const replaced = before !== null && before.nonce === nonce ? before : null;
    const isOwn = replaced !== null && replaced.data === data;
    if (isOwn && nowMs() - replaced.sentAtMs < escalateMs) return replaced.hashes;
    const gas = await gasOf({ to, data });
    const next = await signed({ to, data }, { nonce, gas, replaced });
    if (next === null) {
      // The cap leaves no room: the same bytes go out again, for a server that has lost them.
      if (replaced === null) throw new TargetUnavailableError(target, 'the fees of the chain are above max_fee_gwei: raise it, or wait');
      await broadcast(replaced);
      return replaced.hashes;
    }
    const more = next.counted - (replaced?.counted ?? 0n);
    if (!(await budget.take(more, nowMs())))
      throw new TargetUnavailableError(
        target,
        'max_fees_per_day: transactions have cost as much today; raise it, or wait for the next day (UTC)',
      );
    if (!(await state.keep(token, next))) {
      await budget.giveBack(more, nowMs());
      throw new TargetUnavailableError(target, 'another keeper sends by now');
    }
    await broadcast(next);
    return next.hashes;
  }

  /** The gas of a call that the chain takes. Throws RevertedCallError. */
  async function gasOf({ to, data }: EvmCall): Promise<bigint> {
    try {
      // Some servers take the pending block by default, in which a transaction that is replaced has done the work already.
      const call = { account: address, to, data, blockTag: 'latest' } as const;
      const gas = await servers.ask((client) => client.estimateGas(call), isRefusedCall);
      return (gas * GAS_ROOM) / GAS_PARTS;
    } catch (error) {
      const answer = revertIn(error);
      if (answer === null) throw error;
      throw new RevertedCallError(answer);
    }
  }

  async function signed(
    { to, data }: EvmCall,
    { nonce, gas, replaced }: { readonly nonce: number; readonly gas: bigint; readonly replaced: InFlight | null },
  ): Promise<InFlight | null> {
    const [{ baseFeePerGas: baseFee }, tip] = await servers.ask((client) =>
      Promise.all([client.getBlock({ blockTag: 'latest' }), client.estimateMaxPriorityFeePerGas()]),
    );
    if (baseFee === null) throw new TargetUnavailableError(target, 'the chain has no base fee (EIP-1559), which a keeper needs');
    const fees = feesOf({ baseFee, tip, capGwei: maxFeeGwei, replaced });
    if (fees === null) return null;
    const { maxFee, tip: maxPriorityFeePerGas } = fees;
    const raw = await account.signTransaction({
      ...{ type: 'eip1559', chainId, nonce, to, data, gas },
      maxFeePerGas: maxFee,
      maxPriorityFeePerGas,
    });
    const counted = larger(gweiOf(gas, maxFee), replaced?.counted ?? 0n);
    const hashes = [...(replaced?.hashes ?? []), keccak256(raw)];
    return { nonce, hashes, raw, data, maxFee, tip: maxPriorityFeePerGas, gas, counted, sentAtMs: nowMs() };
  }

  /** The answer of a server decides nothing: the account's nonce and the feed do. */
  async function broadcast({ raw }: InFlight): Promise<void> {
    try {
      await servers.ask((client) => client.sendRawTransaction({ serializedTransaction: raw }), isRpcAnswer);
    } catch (error) {
      // "Already known" and "nonce too low" come after a server that is behind, or lied. Another one may know better.
      if (!isRpcAnswer(error)) throw error;
      if (!isKnown(error)) servers.turn();
    }
  }

  /** The one of the transactions of a nonce that has come into a block. Null where no server has its receipt. */
  async function landedOf({ hashes }: InFlight): Promise<LandedCall | null> {
    for (const hash of hashes.toReversed()) {
      const receipt = await servers.ask((client) => receiptOf(client, hash));
      if (receipt !== null) return { hash, fee: gweiOf(receipt.gasUsed, receipt.effectiveGasPrice) };
    }
    return null;
  }

  /** Gives back what the transaction of a nonce did not cost. All of it stays counted where no server has the receipt. */
  async function settle({ counted }: InFlight, landed: LandedCall | null): Promise<void> {
    if (landed !== null && landed.fee < counted) await budget.giveBack(counted - landed.fee, nowMs());
  }

  async function conclude(token: string, { data }: EvmCall): Promise<LandedCall | null> {
    const inFlight = await state.inFlight();
    if (inFlight?.data !== data) return null;
    const landed = await landedOf(inFlight);
    if (landed === null || !(await state.keep(token, null))) return null;
    await settle(inFlight, landed);
    return landed;
  }

  async function untilLeased(token: string, signal: AbortSignal): Promise<void> {
    while (!(await state.lease(token, { nowMs: nowMs(), lifeMs: LEASE_MS }))) await deps.wait(LEASE_POLL_MS, signal);
  }

  async function run<T>(signal: AbortSignal, work: (sender: LeasedSender) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const token = deps.newToken();
    await untilLeased(token, signal);
    try {
      return await work({ push: (call) => push(token, call), conclude: (call) => conclude(token, call) });
    } finally {
      await state.release(token).catch(() => undefined);
    }
  }

  return {
    leased(signal, work) {
      const turn = busy.then(() => run(signal, work));
      busy = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function receiptOf(client: PublicClient, hash: Hex) {
  try {
    return await client.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** Whether a chain refused a call, as an answer of its server. */
export function isRefusedCall(error: unknown): boolean {
  return revertIn(error) !== null;
}

/** Data of a revert; null for another error. */
function revertIn(error: unknown): Hex | null {
  if (!(error instanceof BaseError)) return null;
  const found = error.walk((one) => typeof one === 'object' && one !== null && 'data' in one && isHex(one.data));
  if (found !== null && 'data' in found && isHex(found.data)) return found.data;
  return error.walk((one) => one instanceof BaseError && one.name === 'ExecutionRevertedError') === null ? null : '0x';
}

function isHex(text: unknown): text is Hex {
  return typeof text === 'string' && text.startsWith('0x');
}

/** An error that a server answered, other than one of the connection. */
function isRpcAnswer(error: unknown): boolean {
  return error instanceof BaseError && error.walk((one) => one instanceof BaseError && one.name === 'RpcRequestError') !== null;
}

function isKnown(error: unknown): boolean {
  return error instanceof BaseError && /already (known|imported)/i.test(error.details);
}
