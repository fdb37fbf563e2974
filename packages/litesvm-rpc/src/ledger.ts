import { randomBytes as systemRandomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { ed25519 } from '@noble/curves/ed25519.js';
import { toAddress, type Address, type AddressInput } from './address.js';
import { accountStates, lamportsLost, pairStates } from './balances.js';
import { BlockSpace, type BlockRequest } from './block-space.js';
import { Blockhashes, type Block } from './blockhashes.js';
import { memoInstruction, SYSTEM_PROGRAM, transferInstruction } from './instructions.js';
import type { LocalLedgerOptions } from './ledger-options.js';
import { resolveAccountKeys } from './lookup-tables.js';
import { LedgerSetupError } from './setup-error.js';
import type { SecretKey } from './sign-message.js';
import { addressOf, signedTransaction, type Instruction } from './signed-transaction.js';
import { createSvm, type Execution, type LedgerAccount, type SimulatedExecution, type SvmClock } from './svm.js';
import type { TransactionError } from './transaction-error.js';
import { TransactionLog, type LandedTransaction } from './transaction-log.js';
import { addUsage, NO_USAGE, type LedgerUsage } from './usage.js';
import { decodeTransaction, type WireTransaction } from './wire-transaction.js';

const HISTORY_TRANSACTIONS = 20_000;
const HISTORY_SLOTS = 20_000;
/** Transactions that wait for a block; more are dropped. */
const MAX_WAITING = 10_000;
/** The balance is below 2^53: the faucet's balance is exact in every JSON reader. */
const FAUCET_LAMPORTS = 5_000_000_000_000_000n;

/** Outcome of a transaction. */
export type Submission =
  | { readonly outcome: 'landed'; readonly landed: LandedTransaction }
  /** `blockLimits` left no room: a later block takes it, unless its blockhash ends before. */
  | { readonly outcome: 'waiting' }
  /** Refused before execution: not on the ledger, no fee. */
  | { readonly outcome: 'dropped'; readonly err: TransactionError };

/** Called inside the ledger: a listener that throws breaks the call or the slot that called it. */
export interface LedgerListener {
  /** Called after a transaction landed; its writable accounts may have changed. */
  readonly onTransaction?: (landed: LandedTransaction) => void;
  /** Called after a new slot began. */
  readonly onSlot?: (slot: bigint) => void;
}

/** Checks that a simulation makes or leaves out. */
export interface SimulationOptions {
  readonly verifySignatures: boolean;
  /** False: accepts any blockhash, and executes a repeated message again. */
  readonly checkBlockhash: boolean;
}

/**
 * One Solana ledger in this process. Transactions run one at a time in the order of their arrival, and are final at once. A slot passes every
 * `slotMs` and brings a new blockhash. The Clock follows the wall clock plus the seconds of `advanceClock`. With `blockLimits`, a block is full
 * at some point, and an account that many transactions write bounds them.
 */
export class LocalLedger {
  /** Base58. */
  readonly genesisHash: string;
  /** Pays the airdrops. */
  readonly faucet: Address;
  readonly #svm = createSvm();
  readonly #blockhashes: Blockhashes;
  readonly #log: TransactionLog;
  readonly #slotTimes = new Map<bigint, bigint>();
  readonly #listeners = new Set<LedgerListener>();
  readonly #faucetKey: SecretKey;
  readonly #nowMs: () => number;
  readonly #timer: NodeJS.Timeout | undefined;
  /** Undefined without limits. */
  readonly #space: BlockSpace | undefined;
  /** Transactions that no block had room for yet, by signature, in the order of their arrival. */
  readonly #waiting = new Map<string, WireTransaction>();
  #advancedSeconds = 0n;
  #usage = NO_USAGE;
  #memoNumber = 0;

  constructor(options: LocalLedgerOptions = {}) {
    const { slotMs = 400, nowMs = Date.now, randomBytes = systemRandomBytes } = options;
    this.genesisHash = options.genesisHash ?? base58.encode(randomBytes(32));
    this.#nowMs = nowMs;
    this.#space = options.blockLimits === undefined ? undefined : new BlockSpace(options.blockLimits);
    this.#log = new TransactionLog(options.historyTransactions ?? HISTORY_TRANSACTIONS);
    if (options.startSlot !== undefined) this.#setClock(options.startSlot);
    this.#blockhashes = new Blockhashes(base58.encode(randomBytes(32)), this.#svm.clock().slot);
    const seed = Uint8Array.from(randomBytes(32));
    this.#faucetKey = Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]);
    this.faucet = addressOf(this.#faucetKey);
    this.setAccount(this.faucet, { lamports: FAUCET_LAMPORTS, owner: SYSTEM_PROGRAM, executable: false, data: new Uint8Array() });
    this.advanceSlots(1);
    if (slotMs > 0) this.#timer = setInterval(() => this.advanceSlots(1), slotMs).unref();
  }

  /** Stops the slots. All other methods stay usable. */
  close(): void {
    clearInterval(this.#timer);
  }

  /** The current slot, and the Clock sysvar's time. */
  get clock(): SvmClock {
    return this.#svm.clock();
  }

  get latestBlock(): Block {
    return this.#blockhashes.latest;
  }

  /** Number of all landed transactions. */
  get transactionCount(): number {
    return this.#log.count;
  }

  /** Number of transactions that wait for a block; 0 without `blockLimits`. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** The last `historyTransactions` landed transactions. */
  get transactions(): Pick<TransactionLog, 'find' | 'naming' | 'firstSlot'> {
    return this.#log;
  }

  /** Cost of all transactions so far, in lamports. */
  get usage(): LedgerUsage {
    return this.#usage;
  }

  /** @param blockhash base58 */
  isBlockhashValid(blockhash: string): boolean {
    return this.#blockhashes.isValid(blockhash);
  }

  /** The last block height at which the latest blockhash may still be used. */
  get lastValidBlockHeight(): number {
    return this.#blockhashes.lastValidHeight(this.#blockhashes.latest);
  }

  /** Unix seconds; undefined for a future slot or a dropped one. */
  timeOfSlot(slot: bigint): bigint | undefined {
    return this.#slotTimes.get(slot);
  }

  /**
   * Null for an account that does not exist. An account without lamports does not exist.
   *
   * @throws {AddressError}
   */
  account(address: AddressInput): LedgerAccount | null {
    return this.#svm.account(toAddress(address));
  }

  /**
   * Every account of a program, in no particular order.
   *
   * @throws {AddressError}
   */
  programAccounts(owner: AddressInput): { readonly address: Address; readonly account: LedgerAccount }[] {
    return this.#svm.programAccounts(toAddress(owner));
  }

  /** Lamports that an account of this size must hold. */
  minimumRent(dataBytes: number): bigint {
    return this.#svm.minimumRent(dataBytes);
  }

  /** @returns a function that removes the listener */
  listen(listener: LedgerListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Advances the slots at once, each with its own block and blockhash. */
  advanceSlots(count: number): void {
    for (let passed = 0; passed < count; passed++) {
      const slot = this.#svm.clock().slot + 1n;
      this.#setClock(slot);
      this.#blockhashes.rotate(slot);
      for (const { onSlot } of this.#listeners) onSlot?.(slot);
      this.#fillBlock();
    }
    this.#svm.setSlotHashes(this.#blockhashes.recent.toReversed());
  }

  /**
   * Moves only the ledger's clock ahead of the wall clock.
   *
   * @throws {RangeError} unless `seconds` is a non-negative integer
   */
  advanceClock(seconds: number): void {
    if (!Number.isSafeInteger(seconds) || seconds < 0) throw new RangeError(`seconds: must be an integer of 0 or more, is ${seconds}`);
    this.#advancedSeconds += BigInt(seconds);
    this.#setClock(this.#svm.clock().slot);
  }

  #setClock(slot: bigint): void {
    const unixTimestampSeconds = BigInt(Math.floor(this.#nowMs() / 1000)) + this.#advancedSeconds;
    this.#svm.setClock({ slot, unixTimestampSeconds });
    this.#slotTimes.set(slot, unixTimestampSeconds);
    this.#slotTimes.delete(slot - BigInt(HISTORY_SLOTS));
  }

  /**
   * Runs a transaction of `decodeTransaction`, checked as a validator checks it: signatures, blockhash, repeats, fee. With `blockLimits`, it runs
   * in this block or waits for a later one; one that no block could hold is dropped.
   */
  submit(transaction: WireTransaction): Submission {
    const refusal = this.#blockhashRefusal(transaction);
    if (refusal !== null) return { outcome: 'dropped', err: refusal };
    if (this.#space === undefined) return this.#execute(transaction);
    if (this.#waiting.has(transaction.signature)) return { outcome: 'waiting' };
    const request = this.#requestOf(transaction);
    const full = this.#space.refusal(request);
    if (full === null) return this.#executeInBlock(transaction, this.#space);
    const err = this.#space.refusalByAny(request) ?? (this.#waiting.size >= MAX_WAITING ? full : null);
    if (err !== null) return { outcome: 'dropped', err };
    this.#waiting.set(transaction.signature, transaction);
    return { outcome: 'waiting' };
  }

  /** Begins a block, and runs what waits and fits. */
  #fillBlock(): void {
    const space = this.#space;
    if (space === undefined) return;
    space.begin();
    for (const [signature, transaction] of this.#waiting) {
      const isOver = this.#blockhashRefusal(transaction) !== null;
      if (!isOver && space.refusal(this.#requestOf(transaction)) !== null) continue;
      this.#waiting.delete(signature);
      if (!isOver) this.#executeInBlock(transaction, space);
    }
  }

  #requestOf({ message }: WireTransaction): BlockRequest {
    return { message, accountKeys: resolveAccountKeys(message, (address) => this.account(address)) };
  }

  #executeInBlock(transaction: WireTransaction, space: BlockSpace): Submission {
    const submission = this.#execute(transaction);
    if (submission.outcome === 'landed') space.take(this.#requestOf(transaction), submission.landed.execution.unitsConsumed);
    return submission;
  }

  #execute(transaction: WireTransaction): Exclude<Submission, { readonly outcome: 'waiting' }> {
    const { blockhash, bytes } = transaction.message;
    const accountKeys = resolveAccountKeys(transaction.message, (address) => this.account(address));
    const read = (address: Address): LedgerAccount | null => this.account(address);
    const before = accountStates(accountKeys, read);
    const execution = this.#svm.execute(transaction);
    const balances = pairStates(before, accountStates(accountKeys, read));
    const fee = lamportsLost(balances);
    // A transaction that failed without a fee was refused before execution, and is not on the ledger.
    if (execution.err !== null && fee === 0n) return { outcome: 'dropped', err: execution.err };
    this.#blockhashes.markProcessed(blockhash, bytes);
    const { slot, unixTimestampSeconds } = this.clock;
    const landed: LandedTransaction = { transaction, slot, blockTimeSeconds: unixTimestampSeconds, execution, fee, accountKeys, balances };
    this.#usage = addUsage(this.#usage, fee, balances);
    this.#log.add(landed);
    for (const { onTransaction } of this.#listeners) onTransaction?.(landed);
    return { outcome: 'landed', landed };
  }

  /** Runs a transaction without changing the ledger. */
  simulate(transaction: WireTransaction, options: SimulationOptions): SimulatedExecution {
    const refusal = options.checkBlockhash ? this.#blockhashRefusal(transaction) : null;
    if (refusal !== null) return { err: refusal, ...NOT_EXECUTED };
    return this.#svm.simulate(transaction, options);
  }

  #blockhashRefusal({ message }: WireTransaction): TransactionError | null {
    if (!this.#blockhashes.isValid(message.blockhash)) return 'BlockhashNotFound';
    return this.#blockhashes.wasProcessed(message.blockhash, message.bytes) ? 'AlreadyProcessed' : null;
  }

  /**
   * Sets an account without a transaction, for state that a ledger has from its genesis. Subscribers get no notification.
   *
   * @throws {AddressError}
   */
  setAccount(address: AddressInput, account: Omit<LedgerAccount, 'owner'> & { readonly owner: AddressInput }): void {
    this.#svm.setAccount(toAddress(address), { ...account, owner: toAddress(account.owner) });
  }

  /**
   * Signs and executes under the latest blockhash; the first key pays the fee. It takes no room of a block. Adds a numbered memo, because two
   * equal transfers under one blockhash would be one message, executed once.
   *
   * @throws {LedgerSetupError} when the transaction fails
   * @throws {RangeError} when an account must sign and its key is not among `keys`
   * @throws {AddressError}
   */
  send(keys: readonly SecretKey[], instructions: readonly Instruction[]): LandedTransaction {
    this.#memoNumber += 1;
    const distinct = [...instructions, memoInstruction(String(this.#memoNumber))];
    const submission = this.#execute(decodeTransaction(signedTransaction(keys, distinct, this.latestBlock.blockhash)));
    if (submission.outcome === 'dropped') throw new LedgerSetupError(submission.err, []);
    const { err, logs }: Execution = submission.landed.execution;
    if (err !== null) throw new LedgerSetupError(err, logs);
    return submission.landed;
  }

  /**
   * A transfer from the faucet.
   *
   * @throws {LedgerSetupError} when the faucet is empty, or the amount is below the rent of an account
   * @throws {AddressError}
   */
  airdrop(to: AddressInput, lamports: bigint): LandedTransaction {
    return this.send([this.#faucetKey], [transferInstruction({ from: this.faucet, to: toAddress(to), lamports })]);
  }
}

const NOT_EXECUTED = { logs: [], unitsConsumed: 0n, returnData: null, innerInstructions: [], postAccounts: [] } as const;

/**
 * A new ledger with a faucet, the builtin programs, and the programs of LiteSVM (tokens, associated tokens, memo, lookup tables).
 *
 * @example
 * const ledger = createLocalLedger({ slotMs: 0 });
 * ledger.advanceSlots(150);
 */
export function createLocalLedger(options: LocalLedgerOptions = {}): LocalLedger {
  return new LocalLedger(options);
}
