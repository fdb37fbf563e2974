import { type Address, formatAddress, toAddress } from '@oracle-gateway/protocol';
import { TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';
import { toBase64 } from '../base/base64.js';
import { memberOf, textOf } from '../base/json.js';

const CLOCK_SYSVAR = 'SysvarC1ock11111111111111111111111111111111';
const SYSVAR_PROGRAM = 'Sysvar1111111111111111111111111111111111111';
const CLOCK_BYTES = 40;
const CLOCK_TIME_OFFSET = 32;
const MINT_BYTES = 82;
const MINT_DECIMALS_OFFSET = 44;
const MINT_INITIALISED_OFFSET = 45;
/** The slot of every answer. */
export const LEDGER_SLOT = 1;
/** Lamports that every key holds. */
const LAMPORTS = 1_000_000_000;
/** Rent of a byte for two years, and the bytes that each account counts beside its data. */
const LAMPORTS_PER_BYTE = 6_960;
const ACCOUNT_HEAD_BYTES = 128;
const UNKNOWN_METHOD = -32_601;
/** A validator refuses a transaction so before it sends it. */
const NO_PROGRAM = { code: -32_002, message: 'the ledger of fakeWorld runs no program; land transactions on a localnet' };

interface HeldAccount {
  /** Base58. */
  readonly owner: string;
  /** Its bytes at a read; null while there is no such account. */
  readonly read: () => Uint8Array | null;
}

/** A ledger in a test: accounts and transactions behind a validator's JSON-RPC. */
export interface LedgerDouble {
  /** Sets the data of an account of the program. */
  put(address: Address, data: Uint8Array): void;
  /** Has an account whose data are made at each read: null while the account does not exist. @param owner base58; the program unless set */
  keep(address: Address, read: () => Uint8Array | null, owner?: string): void;
  land(signature: string, transaction: Uint8Array): void;
  /** The body that answers a call's body. */
  answer(call: unknown): unknown;
}

/** @param deps `now`: unix milliseconds, which the ledger's clock tells in seconds */
export function createLedgerDouble(
  deps: { readonly now: () => number },
  input: { readonly programId: Address; readonly mint: Address; readonly genesisHash: string },
): LedgerDouble {
  const program = formatAddress(input.programId);
  const accounts = new Map<string, HeldAccount>([
    [formatAddress(input.mint), { owner: formatAddress(TOKEN_PROGRAM_ID), read: mintData }],
    [CLOCK_SYSVAR, { owner: SYSVAR_PROGRAM, read: () => clockData(deps.now()) }],
  ]);
  const transactions = new Map<string, Uint8Array>();
  let blockhashes = 0;

  function account(address: unknown): object | null {
    const held = accounts.get(textOf(address) ?? '');
    const data = held?.read() ?? null;
    if (held === undefined || data === null) return null;
    return { owner: held.owner, data: [toBase64(data), 'base64'], executable: false, lamports: 1, rentEpoch: 0, space: data.length };
  }

  const methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    getAccountInfo: ([address]) => ({ context: { slot: LEDGER_SLOT }, value: account(address) }),
    getMultipleAccounts: ([addresses]) => ({
      context: { slot: LEDGER_SLOT },
      value: Array.isArray(addresses) ? addresses.map(account) : [],
    }),
    // No subscription of a test has delegates on the ledger.
    getProgramAccounts: () => [],
    getBalance: () => ({ context: { slot: LEDGER_SLOT }, value: LAMPORTS }),
    getMinimumBalanceForRentExemption: ([bytes]) => (Number(bytes) + ACCOUNT_HEAD_BYTES) * LAMPORTS_PER_BYTE,
    getGenesisHash: () => input.genesisHash,
    getLatestBlockhash: () => ({
      context: { slot: LEDGER_SLOT },
      value: { blockhash: nextBlockhash(), lastValidBlockHeight: LEDGER_SLOT + 150 },
    }),
    getTransaction([signature]) {
      const transaction = transactions.get(textOf(signature) ?? '');
      return transaction === undefined ? null : { slot: LEDGER_SLOT, transaction: [toBase64(transaction), 'base64'], meta: { err: null } };
    },
  };

  /** Another one at each call, so that no two payments are the same transaction. */
  function nextBlockhash(): string {
    blockhashes += 1;
    const bytes = new Uint8Array(32).fill(1);
    new DataView(bytes.buffer).setUint32(0, blockhashes);
    return formatAddress(toAddress(bytes));
  }

  function keep(address: Address, read: HeldAccount['read'], owner = program): void {
    accounts.set(formatAddress(address), { owner, read });
  }

  return {
    keep,
    put: (address, data) => keep(address, () => data),
    land(signature, transaction) {
      transactions.set(signature, transaction);
    },
    answer(call) {
      const name = textOf(memberOf(call, 'method')) ?? '';
      const params = memberOf(call, 'params');
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
      const head = { jsonrpc: '2.0', id: memberOf(call, 'id') };
      if (name === 'sendTransaction') return { ...head, error: NO_PROGRAM };
      if (method === undefined) return { ...head, error: { code: UNKNOWN_METHOD, message: `the ledger of fakeWorld has no ${name}` } };
      return { ...head, result: method(Array.isArray(params) ? params : []) };
    },
  };
}

function clockData(nowMs: number): Uint8Array {
  const data = new Uint8Array(CLOCK_BYTES);
  new DataView(data.buffer).setBigInt64(CLOCK_TIME_OFFSET, BigInt(Math.floor(nowMs / 1000)), true);
  return data;
}

function mintData(): Uint8Array {
  const data = new Uint8Array(MINT_BYTES);
  data[MINT_DECIMALS_OFFSET] = 6;
  data[MINT_INITIALISED_OFFSET] = 1;
  return data;
}
