import { randomBytes as systemRandomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { ed25519 } from '@noble/curves/ed25519.js';
import { toAddress, type Address, type AddressInput } from './address.js';
import { accountStates, lamportsLost, pairStates } from './balances.js';
import { Blockhashes, type Block } from './blockhashes.js';
import { memoInstruction, SYSTEM_PROGRAM, transferInstruction } from './instructions.js';
import type { LocalLedgerOptions } from './ledger-options.js';
import { resolveAccountKeys } from './lookup-tables.js';
import { LedgerSetupError } from './setup-error.js';
import { addressOf, signedTransaction, type Instruction, type SecretKey } from './signed-transaction.js';
import { createSvm, type Execution, type LedgerAccount, type SimulatedExecution, type SvmClock } from './svm.js';
import type { TransactionError } from './transaction-error.js';
import { TransactionLog, type LandedTransaction } from './transaction-log.js';
import { addUsage, NO_USAGE, type LedgerUsage } from './usage.js';
import { decodeTransaction, type WireTransaction } from './wire-transaction.js';

const HISTORY_TRANSACTIONS = 20_000;
const HISTORY_SLOTS = 20_000;
/** Below 2^53, so that the faucet's balance is exact in any JSON reader. */
const FAUCET_LAMPORTS = 5_000_000_000_000_000n;

/** What became of a transaction. */
export type Submission =
  | { readonly outcome: 'landed'; readonly landed: LandedTransaction }
  /** Refused before execution: not on the ledger, nothing charged. */
  | { readonly outcome: 'dropped'; readonly err: TransactionError };

/** Called inside the ledger: a listener that throws breaks the call or the slot that told it. */
export interface LedgerListener {
  /** After a transaction landed; its writable accounts may have changed. */
  readonly onTransaction?: (landed: LandedTransaction) => void;
  /** After a new slot began. */
  readonly onSlot?: (slot: bigint) => void;
}

export interface SimulationOptions {
  readonly verifySignatures: boolean;
  /** False: any blockhash will do, and a message already executed is executed again. */
  readonly checkBlockhash: boolean;
}

/**
 * One Solana ledger in this process: transactions one at a time in the order of their arrival, final at once. A slot passes every `slotMs`
 * and brings a new blockhash; the Clock follows the wall clock plus whatever `advanceClock` has added.
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
  #advancedSeconds = 0n;
  #usage = NO_USAGE;
  #memoNumber = 0;

  constructor(options: LocalLedgerOptions = {}) {
    const { slotMs = 400, nowMs = Date.now, randomBytes = systemRandomBytes } = options;
    this.genesisHash = options.genesisHash ?? base58.encode(randomBytes(32));
    this.#nowMs = nowMs;
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

  /** Stops the slots; everything else stays usable. */
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

  /** Transactions ever landed. */
  get transactionCount(): number {
    return this.#log.count;
  }

  /** What has landed, the oldest beyond `historyTransactions` forgotten. */
  get transactions(): Pick<TransactionLog, 'find' | 'naming' | 'firstSlot'> {
    return this.#log;
  }

  /** What all transactions so far have cost, in lamports. */
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

  /** Unix seconds, or undefined for a slot that has not been or is forgotten. */
  timeOfSlot(slot: bigint): bigint | undefined {
    return this.#slotTimes.get(slot);
  }

  /**
   * Null for an account that does not exist; one without lamports is none.
   *
   * @throws {AddressError}
   */
  account(address: AddressInput): LedgerAccount | null {
    return this.#svm.account(toAddress(address));
  }

  /**
   * Every account a program owns, in no order.
   *
   * @throws {AddressError}
   */
  programAccounts(owner: AddressInput): { readonly address: Address; readonly account: LedgerAccount }[] {
    return this.#svm.programAccounts(toAddress(owner));
  }

  /** Lamports an account of so many bytes must hold. */
  minimumRent(dataBytes: number): bigint {
    return this.#svm.minimumRent(dataBytes);
  }

  /** @returns what ends the listening */
  listen(listener: LedgerListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets slots pass at once, each with a block and a blockhash of its own. */
  advanceSlots(count: number): void {
    for (let passed = 0; passed < count; passed++) {
      const slot = this.#svm.clock().slot + 1n;
      this.#setClock(slot);
      this.#blockhashes.rotate(slot);
      for (const { onSlot } of this.#listeners) onSlot?.(slot);
    }
    this.#svm.setSlotHashes(this.#blockhashes.recent.toReversed());
  }

  /**
   * Moves the ledger's clock, and nothing else, ahead of the wall clock.
   *
   * @throws {RangeError} unless `seconds` is an integer from 0 on
   */
  advanceClock(seconds: number): void {
    if (!Number.isSafeInteger(seconds) || seconds < 0) throw new RangeError(`the clock cannot advance by ${seconds} seconds`);
    this.#advancedSeconds += BigInt(seconds);
    this.#setClock(this.#svm.clock().slot);
  }

  #setClock(slot: bigint): void {
    const unixTimestampSeconds = BigInt(Math.floor(this.#nowMs() / 1000)) + this.#advancedSeconds;
    this.#svm.setClock({ slot, unixTimestampSeconds });
    this.#slotTimes.set(slot, unixTimestampSeconds);
    this.#slotTimes.delete(slot - BigInt(HISTORY_SLOTS));
  }

  /** Runs a transaction of `decodeTransaction`, checked as a validator checks it: signatures, blockhash, repeats, fee. */
  submit(transaction: WireTransaction): Submission {
    const { blockhash, bytes } = transaction.message;
    const refusal = this.#blockhashRefusal(transaction);
    if (refusal !== null) return { outcome: 'dropped', err: refusal };
    const accountKeys = resolveAccountKeys(transaction.message, (address) => this.account(address));
    const read = (address: Address): LedgerAccount | null => this.account(address);
    const before = accountStates(accountKeys, read);
    const execution = this.#svm.execute(transaction);
    const balances = pairStates(before, accountStates(accountKeys, read));
    const fee = lamportsLost(balances);
    // A transaction that failed without being charged was refused before execution: it is on no ledger.
    if (execution.err !== null && fee === 0n) return { outcome: 'dropped', err: execution.err };
    this.#blockhashes.markProcessed(blockhash, bytes);
    const { slot, unixTimestampSeconds } = this.clock;
    const landed: LandedTransaction = { transaction, slot, blockTimeSeconds: unixTimestampSeconds, execution, fee, accountKeys, balances };
    this.#usage = addUsage(this.#usage, fee, balances);
    this.#log.add(landed);
    for (const { onTransaction } of this.#listeners) onTransaction?.(landed);
    return { outcome: 'landed', landed };
  }

  /** Runs a transaction and changes nothing. */
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
   * Puts an account where it is said to be, without a transaction: for what a ledger has from its genesis. Subscribers are not told.
   *
   * @throws {AddressError}
   */
  setAccount(address: AddressInput, account: Omit<LedgerAccount, 'owner'> & { readonly owner: AddressInput }): void {
    this.#svm.setAccount(toAddress(address), { ...account, owner: toAddress(account.owner) });
  }

  /**
   * Signs and executes under the latest blockhash; the first key pays the fee. A numbered memo is added, because two equal transfers under
   * one blockhash would be one message, executed once.
   *
   * @throws {LedgerSetupError} when the transaction fails
   * @throws {RangeError} when an account must sign and its key is not among `keys`
   * @throws {AddressError}
   */
  send(keys: readonly SecretKey[], instructions: readonly Instruction[]): LandedTransaction {
    this.#memoNumber += 1;
    const distinct = [...instructions, memoInstruction(String(this.#memoNumber))];
    const submission = this.submit(decodeTransaction(signedTransaction(keys, distinct, this.latestBlock.blockhash)));
    if (submission.outcome === 'dropped') throw new LedgerSetupError(submission.err, []);
    const { err, logs }: Execution = submission.landed.execution;
    if (err !== null) throw new LedgerSetupError(err, logs);
    return submission.landed;
  }

  /**
   * A transfer from the faucet.
   *
   * @throws {LedgerSetupError} when the faucet is empty, or the amount too small for the account to exist
   * @throws {AddressError}
   */
  airdrop(to: AddressInput, lamports: bigint): LandedTransaction {
    return this.send([this.#faucetKey], [transferInstruction({ from: this.faucet, to: toAddress(to), lamports })]);
  }
}

const NOT_EXECUTED = { logs: [], unitsConsumed: 0n, returnData: null, innerInstructions: [], postAccounts: [] } as const;

/** A new ledger: empty but for the faucet, the builtin programs, and the programs LiteSVM brings (tokens, associated tokens, memo, lookup tables). */
export function createLocalLedger(options: LocalLedgerOptions = {}): LocalLedger {
  return new LocalLedger(options);
}
