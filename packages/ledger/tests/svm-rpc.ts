import { base58 } from '@scure/base';
import {
  Account,
  FailedTransactionMetadata,
  LiteSvm,
  TransactionErrorInstructionError,
  InstructionErrorCustom,
} from 'litesvm/dist/internal.js';

import type { FetchLike } from '../src/rpc/bounded-fetch.js';
import { accountAnswer, atSlot, RpcFailure, scriptedRpc } from './scripted-rpc.js';

export interface SvmRpc {
  readonly svm: LiteSvm;
  readonly fetch: FetchLike;
  setClock(seconds: bigint): void;
  /** Remembers these accounts; the function returned rolls them back, and forgets every transaction that landed. */
  remember(addresses: readonly Uint8Array[]): () => void;
}

/** A server answers from a cache of the last few minutes without `searchTransactionHistory`. */
const STATUS_CACHE_BLOCKS = 150;

/** LiteSVM behind the few RPC methods that reader and sender use; errors in the JSON form of an RPC server. */
export function createSvmRpc(): SvmRpc {
  const svm = new LiteSvm();
  svm.setBlockhashCheck(false);
  // A transaction that was rolled back must be able to land again.
  svm.setTransactionHistory(0n);
  let blockHeight = 0;

  const wireOf = (params: readonly unknown[]): Uint8Array => new Uint8Array(Buffer.from(params[0] as string, 'base64'));
  const addressOf = (text: string): Uint8Array => base58.decode(text);
  const errorJson = (failure: FailedTransactionMetadata): unknown => {
    const error = failure.err();
    if (error instanceof TransactionErrorInstructionError) {
      const detail = error.err();
      return { InstructionError: [error.index, detail instanceof InstructionErrorCustom ? { Custom: detail.code } : 'Other'] };
    }
    return String(error);
  };
  const account = (address: string): unknown => {
    const held = svm.getAccount(addressOf(address));
    return held === null || held.lamports() === 0n
      ? null
      : accountAnswer(base58.encode(held.owner()), held.data(), Number(held.lamports()));
  };
  const slot = (): number => Number(svm.getClock().slot);
  const landed = new Map<string, { readonly err: unknown; readonly atHeight: number }>();

  const { fetch } = scriptedRpc({
    getAccountInfo: ([address]) => atSlot(slot(), account(address as string)),
    getMultipleAccounts: ([addresses]) => atSlot(slot(), (addresses as string[]).map(account)),
    getProgramAccounts: ([program, options]) =>
      svm
        .getProgramAccounts(addressOf(program as string))
        .filter((found) => found.account().lamports() > 0n && matchesAll(found.account().data(), options))
        .map((found) => ({
          pubkey: base58.encode(found.address),
          account: accountAnswer(program as string, found.account().data(), Number(found.account().lamports())),
        })),
    getSlot: () => slot(),
    getBlockHeight: () => blockHeight,
    getEpochInfo: () => ({ absoluteSlot: slot(), blockHeight }),
    getLatestBlockhash: () => {
      blockHeight += 1;
      const blockhash = base58.encode(Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? blockHeight & 0xff : blockHeight >> 8)));
      return atSlot(slot(), { blockhash, lastValidBlockHeight: blockHeight + 150 });
    },
    simulateTransaction: (params) => {
      const outcome = svm.simulateVersionedTransaction(wireOf(params));
      const err = outcome instanceof FailedTransactionMetadata ? errorJson(outcome) : null;
      const meta = outcome.meta();
      return atSlot(slot(), { err, logs: meta.logs(), unitsConsumed: Number(meta.computeUnitsConsumed()) });
    },
    sendTransaction: (params) => {
      const wire = wireOf(params);
      const preflight = svm.simulateVersionedTransaction(wire);
      if (preflight instanceof FailedTransactionMetadata) {
        return new RpcFailure(-32_002, 'Transaction simulation failed', { err: errorJson(preflight), logs: preflight.meta().logs() });
      }
      const outcome = svm.sendVersionedTransaction(wire);
      const signature = base58.encode(wire.subarray(1, 65));
      const err = outcome instanceof FailedTransactionMetadata ? errorJson(outcome) : null;
      landed.set(signature, { err, atHeight: blockHeight });
      return signature;
    },
    getSignatureStatuses: ([signatures, options]) => {
      const hasHistory = (options as { searchTransactionHistory?: boolean } | undefined)?.searchTransactionHistory === true;
      const statusOf = (signature: string): unknown => {
        const found = landed.get(signature);
        if (found === undefined || !(hasHistory || blockHeight - found.atHeight <= STATUS_CACHE_BLOCKS)) return null;
        return { slot: slot(), err: found.err, confirmationStatus: 'finalized' };
      };
      return atSlot(slot(), (signatures as readonly string[]).map(statusOf));
    },
  });

  return {
    svm,
    fetch,
    setClock(seconds) {
      const clock = svm.getClock();
      clock.unixTimestamp = seconds;
      svm.setClock(clock);
    },
    remember(addresses) {
      const held = addresses.map((address) => svm.getAccount(address));
      return () => {
        for (const [index, address] of addresses.entries()) {
          svm.setAccount(address, held[index] ?? new Account(0n, new Uint8Array(), new Uint8Array(32), false, 0n));
        }
        landed.clear();
      };
    },
  };
}

/** The filters of getProgramAccounts. */
function matchesAll(data: Uint8Array, options: unknown): boolean {
  const { filters = [] } = options as {
    readonly filters?: readonly { readonly dataSize?: number; readonly memcmp?: { readonly offset: number; readonly bytes: string } }[];
  };
  return filters.every(({ dataSize, memcmp }) => {
    if (dataSize !== undefined && data.length !== dataSize) return false;
    if (memcmp === undefined) return true;
    const expected = base58.decode(memcmp.bytes);
    return Buffer.compare(data.subarray(memcmp.offset, memcmp.offset + expected.length), expected) === 0;
  });
}

/** Sets an account of LiteSVM, with the rent that its size asks for. */
export function putAccount(svm: LiteSvm, address: Uint8Array, held: { owner: Uint8Array; data: Uint8Array; executable?: boolean }): void {
  const lamports = svm.minimumBalanceForRentExemption(BigInt(held.data.length));
  svm.setAccount(address, new Account(lamports, held.data, held.owner, held.executable ?? false, 0n));
}
