import type { Logger } from 'pino';
import {
  BaseError,
  type Hex,
  isHex,
  keccak256,
  type LocalAccount,
  parseTransaction,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import { TargetUnavailableError } from '../../feeds/check-errors.js';
import type { FeeBudget } from '../../state/fee-budget.js';
import type { InFlight, SenderState } from '../../state/sender-state.js';
import { type EvmFees, feesOf, gweiOf, larger } from './evm-fees.js';
import type { EvmServers } from './evm-servers.js';
import { tellLanded } from './landed-transaction.js';

export interface EvmSenderDeps {
  readonly target: string;
  readonly chainId: number;
  readonly account: LocalAccount;
  readonly servers: EvmServers;
  readonly state: SenderState;
  readonly budget: FeeBudget;
  readonly maxFeeGwei: number;
  /** Blocks that have a transaction before it counts, its own among them. */
  readonly confirmations: number;
  readonly logger: Pick<Logger, 'info'>;
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
   * Sends the call, or raises the fees of the transaction that makes it and waits for a block. Nothing is sent where one in flight has come into a
   * block, so that the caller looks first. Nothing either where the chain would refuse it: throws RevertedCallError. Answers the hashes of the
   * transactions in flight.
   */
  readonly push: (call: EvmCall) => Promise<readonly Hex[]>;
  /** Ends the transactions that count by now. Answers the hashes of all that ended under this lease. */
  readonly conclude: () => Promise<readonly Hex[]>;
}

/**
 * One account for each target, whose transactions go out one after the other. Each that counts is told once, by one keeper, whatever it was sent
 * for and whatever was sent after it.
 */
export interface EvmSender {
  /** Runs `work` under the lease, which waits for other keepers. Throws what the signal throws. */
  leased<T>(signal: AbortSignal, work: (sender: LeasedSender) => Promise<T>): Promise<T>;
  /** Ends the transactions that count since. Waits for no lease where none is in flight. */
  conclude(signal: AbortSignal): Promise<void>;
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
/** Nonces that are in flight at once after reorganisations, at most. */
const MAX_IN_FLIGHT = 16;
/** A transaction whose nonce has passed, and which no server has seen count for as long, is lost: another took its place. */
const LOST_MS = 3_600_000;
/** Room for what other transactions of the block change. */
const [GAS_ROOM, GAS_PARTS] = [13n, 10n];

export function createEvmSender(deps: EvmSenderDeps): EvmSender {
  const { target, chainId, account, servers, state, budget, maxFeeGwei, confirmations, logger, nowMs, escalateMs = ESCALATE_MS } = deps;
  const { address } = account;
  let busy: Promise<unknown> = Promise.resolve();

  /** The state of one lease. */
  function leasedBy(token: string): LeasedSender {
    const ended: Hex[] = [];
    let passed = 0;

    /** The transactions that are left in flight. */
    async function concludeBelow(nonce: number, before: readonly InFlight[]): Promise<readonly InFlight[]> {
      const { left, landed } = await endsOf(before, nonce);
      if (left.length === before.length) return before;
      if (!(await state.keep(token, left))) throw new TargetUnavailableError(target, 'another keeper sends by now');
      for (const one of landed) {
        ended.push(one.receipt.transactionHash);
        tellLanded({ logger }, one);
        if (one.fee < one.counted) await budget.giveBack(one.counted - one.fee, nowMs());
      }
      return left;
    }

    async function push(call: EvmCall): Promise<readonly Hex[]> {
      if (!(await state.lease(token, { nowMs: nowMs(), lifeMs: LEASE_MS })))
        throw new TargetUnavailableError(target, 'another keeper has taken over the sending account');
      const nonce = await presentNonce();
      const before = await state.inFlight();
      const inFlight = await concludeBelow(nonce, before);
      // One that has come into a block since the caller looked: the caller looks again before anything else is sent.
      const since = before.filter((one) => one.nonce >= passed && one.nonce < nonce);
      passed = nonce;
      if (since.length > 0) return since.flatMap(({ hashes }) => hashes);
      // A nonce below others in flight says that a block is gone, or that a server lied: they stay, and this one fills the gap.
      return send(token, call, { nonce, inFlight });
    }

    return {
      push,
      async conclude() {
        const before = await state.inFlight();
        if (before.length > 0) await concludeBelow(await presentNonce(), before);
        return ended;
      },
    };
  }

  function presentNonce(): Promise<number> {
    return servers.ask((client) => client.getTransactionCount({ address, blockTag: 'latest' }));
  }

  async function send(
    token: string,
    call: EvmCall,
    { nonce, inFlight }: { readonly nonce: number; readonly inFlight: readonly InFlight[] },
  ): Promise<readonly Hex[]> {
    const replaced = inFlight.find((one) => one.nonce === nonce) ?? null;
    const isOwn = replaced !== null && isSame(signedIn(replaced.raw), call);
    if (isOwn && nowMs() - replaced.sentAtMs < escalateMs) return replaced.hashes;
    const gas = await gasOf(call);
    const next = await signed(call, { nonce, gas, replaced });
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
    const others = inFlight.filter((one) => one.nonce !== nonce);
    if (!(await state.keep(token, [...others, next].slice(-MAX_IN_FLIGHT)))) {
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
    const fees = feesOf({ baseFee, tip, capGwei: maxFeeGwei, replaced: replaced === null ? null : signedIn(replaced.raw) });
    if (fees === null) return null;
    const { maxFee, tip: maxPriorityFeePerGas } = fees;
    const raw = await account.signTransaction({
      ...{ type: 'eip1559', chainId, nonce, to, data, gas },
      maxFeePerGas: maxFee,
      maxPriorityFeePerGas,
    });
    const counted = larger(gweiOf(gas, maxFee), replaced?.counted ?? 0n);
    const hashes = [...(replaced?.hashes ?? []), keccak256(raw)];
    return { nonce, hashes, raw, counted, sentAtMs: nowMs() };
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

  /** Transactions below the account's nonce that count, and all others but the lost ones. */
  async function endsOf(before: readonly InFlight[], nonce: number) {
    const [left, landed]: [InFlight[], { receipt: TransactionReceipt; fee: bigint; counted: bigint }[]] = [[], []];
    for (const one of before) {
      const receipt = one.nonce < nonce ? await countingOf(one) : null;
      if (receipt !== null) landed.push({ receipt, fee: gweiOf(receipt.gasUsed, receipt.effectiveGasPrice), counted: one.counted });
      else if (one.nonce >= nonce || nowMs() - one.sentAtMs < LOST_MS) left.push(one);
    }
    return { left, landed };
  }

  /** The receipt of the one of a nonce that is in a block, under so many blocks as count. Null where the server has none. */
  async function countingOf({ hashes }: InFlight): Promise<TransactionReceipt | null> {
    for (const hash of hashes.toReversed()) {
      const receipt = await servers.ask(async (client) => {
        const found = await receiptOf(client, hash);
        if (found === null || confirmations === 1) return found;
        return (await client.getBlockNumber()) - found.blockNumber + 1n >= BigInt(confirmations) ? found : null;
      });
      if (receipt !== null) return receipt;
    }
    return null;
  }

  async function untilLeased(token: string, signal: AbortSignal): Promise<void> {
    while (!(await state.lease(token, { nowMs: nowMs(), lifeMs: LEASE_MS }))) await deps.wait(LEASE_POLL_MS, signal);
  }

  async function run<T>(signal: AbortSignal, work: (sender: LeasedSender) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const token = deps.newToken();
    await untilLeased(token, signal);
    try {
      const sender = leasedBy(token);
      const done = await work(sender);
      // The next lease ends the ones that do not count yet.
      await sender.conclude().catch(() => undefined);
      return done;
    } finally {
      await state.release(token).catch(() => undefined);
    }
  }

  function leased<T>(signal: AbortSignal, work: (sender: LeasedSender) => Promise<T>): Promise<T> {
    const turn = busy.then(() => run(signal, work));
    busy = turn.catch(() => undefined);
    return turn;
  }

  return {
    leased,
    async conclude(signal) {
      if ((await state.inFlight()).length > 0) await leased(signal, ({ conclude }) => conclude());
    },
  };
}

/** The call and the fees of a transaction that was signed here. */
function signedIn(raw: Hex): EvmCall & EvmFees {
  const { to, data = '0x', maxFeePerGas: maxFee = 0n, maxPriorityFeePerGas: tip = 0n } = parseTransaction(raw);
  return { to: to ?? '0x', data, maxFee, tip };
}

function isSame(one: EvmCall, other: EvmCall): boolean {
  return one.data === other.data && one.to.toLowerCase() === other.to.toLowerCase();
}

async function receiptOf(client: PublicClient, hash: Hex) {
  try {
    return await client.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
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

/** An error that a server answered, other than one of the connection. */
function isRpcAnswer(error: unknown): boolean {
  return error instanceof BaseError && error.walk((one) => one instanceof BaseError && one.name === 'RpcRequestError') !== null;
}

function isKnown(error: unknown): boolean {
  return error instanceof BaseError && /already (known|imported)/i.test(error.details);
}
