import { setTimeout as delay } from 'node:timers/promises';

import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { withTimeLimit } from '@oracle-gateway/protocol/internal';

import { DemoFailure } from './demo-failure.js';

const TIMEOUT_MS = 60_000;
/** A server writes its history a moment after confirmation. */
const HISTORY_CHECKS = 8;
const HISTORY_CHECK_EVERY_MS = 250;

/** The result of a transaction, as read from the ledger. */
export interface PlainTransaction {
  readonly succeeded: boolean;
  readonly feeLamports: bigint;
  /** Base58: every account that the transaction names. */
  readonly accounts: readonly string[];
}

/** Reads accounts with `fetch` only, so that the demo's verification does not depend on this project's own clients. */
export interface PlainLedger {
  /** Throws DemoFailure if the program has no account at this address. */
  read<T>(what: string, address: Address, decode: (data: Uint8Array) => T): Promise<T>;
  /** Whether the program has an account at this address. */
  has(address: Address): Promise<boolean>;
  /** Atomic units in a token account. Throws DemoFailure if the account does not exist. */
  readTokens(tokenAccount: Address): Promise<bigint>;
  /** Throws DemoFailure if the ledger has no such transaction. */
  readTransaction(signature: string): Promise<PlainTransaction>;
}

export function createPlainLedger(rpcUrl: string, programId: Address): PlainLedger {
  const program = formatAddress(programId);
  const ask = (method: string, params: readonly unknown[]): Promise<unknown> =>
    withTimeLimit({ timeoutMs: TIMEOUT_MS }, async (signal) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const response = await fetch(rpcUrl, { method: 'POST', headers, body, signal });
      return memberOf(await response.json(), 'result');
    });
  const readData = async (address: Address): Promise<Uint8Array | undefined> =>
    accountData(await ask('getAccountInfo', [formatAddress(address), { encoding: 'base64', commitment: 'confirmed' }]), program);
  return {
    async read(what, address, decode) {
      const data = await readData(address);
      if (data === undefined) throw new DemoFailure(`the ledger has no ${what} at ${formatAddress(address)}`);
      return decode(data);
    },
    async has(address) {
      return (await readData(address)) !== undefined;
    },
    async readTokens(tokenAccount) {
      const balance = await ask('getTokenAccountBalance', [formatAddress(tokenAccount), { commitment: 'confirmed' }]);
      const amount = memberOf(memberOf(balance, 'value'), 'amount');
      if (typeof amount !== 'string') throw new DemoFailure(`the ledger has no token account at ${formatAddress(tokenAccount)}`);
      return BigInt(amount);
    },
    async readTransaction(signature) {
      const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
      for (let checks = 0; checks < HISTORY_CHECKS; checks += 1) {
        if (checks > 0) await delay(HISTORY_CHECK_EVERY_MS);
        const transaction = transactionIn(await ask('getTransaction', [signature, options]));
        if (transaction !== undefined) return transaction;
      }
      throw new DemoFailure(`the ledger has no transaction ${signature}`);
    },
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Object.getOwnPropertyDescriptor(value, name)?.value as unknown) : undefined;
}

function accountData(result: unknown, program: string): Uint8Array | undefined {
  const account = memberOf(result, 'value');
  const data = memberOf(account, 'data');
  if (memberOf(account, 'owner') !== program || !Array.isArray(data) || typeof data[0] !== 'string') return undefined;
  return new Uint8Array(Buffer.from(data[0], 'base64'));
}

function transactionIn(result: unknown): PlainTransaction | undefined {
  const meta = memberOf(result, 'meta');
  const fee = memberOf(meta, 'fee');
  const accounts = memberOf(memberOf(memberOf(result, 'transaction'), 'message'), 'accountKeys');
  if (typeof fee !== 'number' || !Array.isArray(accounts)) return undefined;
  const names = accounts.filter((account) => typeof account === 'string');
  return { succeeded: memberOf(meta, 'err') === null, feeLamports: BigInt(fee), accounts: names };
}
