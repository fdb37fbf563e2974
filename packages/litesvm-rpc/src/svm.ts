import {
  Account,
  FailedTransactionMetadata,
  LiteSvm,
  TransactionErrorDuplicateInstruction,
  TransactionErrorInstructionError,
  TransactionErrorInsufficientFundsForRent,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js';
import { toAddress, type Address } from './address.js';
import { instructionErrorName, transactionErrorName, type InstructionError, type TransactionError } from './transaction-error.js';
import type { WireTransaction } from './wire-transaction.js';

/** An account of the ledger. */
export interface LedgerAccount {
  readonly lamports: bigint;
  readonly owner: Address;
  readonly executable: boolean;
  readonly data: Uint8Array;
}

export interface InnerInstruction {
  readonly programIndex: number;
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
  readonly stackHeight: number;
}

/** The outcome of a transaction. */
export interface Execution {
  readonly err: TransactionError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: bigint;
  readonly returnData: { readonly programId: Address; readonly data: Uint8Array } | null;
  /** One list per instruction of the message. */
  readonly innerInstructions: readonly (readonly InnerInstruction[])[];
}

/** The outcome of a simulated transaction, which changed nothing. */
export interface SimulatedExecution extends Execution {
  /** Writable accounts after the transaction; empty when the transaction fails. */
  readonly postAccounts: readonly { readonly address: Address; readonly account: LedgerAccount }[];
}

export interface SvmClock {
  readonly slot: bigint;
  readonly unixTimestampSeconds: bigint;
}

/** The runtime: accounts and execution. History, blockhashes and fee accounting are elsewhere. */
export interface Svm {
  account(address: Address): LedgerAccount | null;
  setAccount(address: Address, account: LedgerAccount): void;
  programAccounts(owner: Address): { readonly address: Address; readonly account: LedgerAccount }[];
  minimumRent(dataBytes: number): bigint;
  execute(transaction: WireTransaction): Execution;
  simulate(transaction: WireTransaction, options: { verifySignatures: boolean }): SimulatedExecution;
  clock(): SvmClock;
  setClock(clock: SvmClock): void;
  setSlotHashes(hashes: readonly { readonly slot: bigint; readonly blockhash: string }[]): void;
}

/** The only module that uses LiteSVM. */
export function createSvm(): Svm {
  const svm = new LiteSvm();
  // LiteSVM has one blockhash at a time, and detects duplicates by signature instead of message. The ledger does both here.
  svm.setBlockhashCheck(false);
  svm.setTransactionHistory(0n);
  svm.setSigverify(true);

  return {
    account(address) {
      const account = svm.getAccount(address);
      return account === null ? null : accountOf(account);
    },
    setAccount(address, { lamports, owner, executable, data }) {
      svm.setAccount(address, new Account(lamports, data, owner, executable, RENT_EPOCH));
    },
    programAccounts: (owner) =>
      svm.getProgramAccounts(owner).flatMap((found) => {
        const account = accountOf(found.account());
        return account === null ? [] : [{ address: toAddress(found.address), account }];
      }),
    minimumRent: (dataBytes) => svm.minimumBalanceForRentExemption(BigInt(dataBytes)),
    execute(transaction) {
      const outcome = svm.sendVersionedTransaction(transaction.bytes);
      return outcome instanceof FailedTransactionMetadata ? execution(outcome.meta(), errorOf(outcome)) : execution(outcome, null);
    },
    simulate(transaction, { verifySignatures }) {
      svm.setSigverify(verifySignatures);
      const outcome = svm.simulateVersionedTransaction(transaction.bytes);
      svm.setSigverify(true);
      if (outcome instanceof FailedTransactionMetadata) return { ...execution(outcome.meta(), errorOf(outcome)), postAccounts: [] };
      const postAccounts = outcome.postAccounts().flatMap((found) => {
        const account = accountOf(found.account());
        return account === null ? [] : [{ address: toAddress(found.address), account }];
      });
      return { ...execution(outcome.meta(), null), postAccounts };
    },
    clock() {
      const { slot, unixTimestamp } = svm.getClock();
      return { slot, unixTimestampSeconds: unixTimestamp };
    },
    setClock({ slot, unixTimestampSeconds }) {
      const clock = svm.getClock();
      clock.slot = slot;
      clock.unixTimestamp = unixTimestampSeconds;
      svm.setClock(clock);
    },
    setSlotHashes(hashes) {
      svm.setSlotHashes(hashes.map(({ slot, blockhash }) => ({ slot, hash: blockhash })));
    },
  };
}

/** Rent epoch of every account: rent is no longer collected. */
export const RENT_EPOCH = 18_446_744_073_709_551_615n;

/** LiteSVM keeps a closed account without lamports; a ledger does not. */
function accountOf(account: Account): LedgerAccount | null {
  const lamports = account.lamports();
  if (lamports === 0n) return null;
  return { lamports, owner: toAddress(account.owner()), executable: account.executable(), data: account.data() };
}

function execution(meta: TransactionMetadata, err: TransactionError | null): Execution {
  const returned = meta.returnData();
  return {
    err,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    returnData: returned.data().length === 0 ? null : { programId: toAddress(returned.programId()), data: returned.data() },
    innerInstructions: meta.innerInstructions().map((instructions) =>
      instructions.map((inner) => {
        const instruction = inner.instruction();
        return {
          programIndex: instruction.programIdIndex(),
          accounts: instruction.accounts(),
          data: instruction.data(),
          stackHeight: inner.stackHeight(),
        };
      }),
    ),
  };
}

function errorOf(failure: FailedTransactionMetadata): TransactionError {
  const error = failure.err();
  if (typeof error === 'number') return transactionErrorName(error);
  if (error instanceof TransactionErrorInstructionError) return { InstructionError: [error.index, instructionErrorOf(error)] };
  if (error instanceof TransactionErrorDuplicateInstruction) return { DuplicateInstruction: error.index };
  if (error instanceof TransactionErrorInsufficientFundsForRent) {
    return { InsufficientFundsForRent: { account_index: error.accountIndex } };
  }
  return { ProgramExecutionTemporarilyRestricted: { account_index: error.accountIndex } };
}

function instructionErrorOf(error: TransactionErrorInstructionError): InstructionError {
  const cause = error.err();
  if (typeof cause === 'number') return instructionErrorName(cause);
  return 'code' in cause ? { Custom: cause.code } : 'BorshIoError';
}
