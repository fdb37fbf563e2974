import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { formatAddress, toAddress, type Address } from '@oracle-gateway/protocol';
import { configAddress, gatewayAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { base58 } from '@scure/base';
import { clockSysvar, configAccount, gatewayAccount, receiptAccount, subscriptionAccount } from './program-accounts.js';
import type { SampleRound } from './rounds.js';

const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const SYSVARS = 'Sysvar1111111111111111111111111111111111111';
const SYSTEM = '11111111111111111111111111111111';
const VALID_BLOCKS = 150;

/**
 * Treatment of a broadcast by the server: include it, lose it, refuse it with an error of the oracle program or another, or cut the
 * connection before or after.
 */
export type Fate = 'land' | 'lose' | { readonly refuse: number } | { readonly err: unknown } | 'cut' | 'land_and_cut' | 'fail';

/** Treatment of a call before the server reads it. */
export type Mishap = 'none' | 'too_many' | 'hang' | 'cut' | 'garbage' | { readonly status: number };

/** Refusal of a round: by a code of the program, by an error of the runtime, or with the whole transaction before it runs. */
export type Poison = number | { readonly instruction: string } | { readonly transaction: object | string };

interface Held {
  readonly owner: string;
  readonly data: Uint8Array;
  readonly lamports: number;
  readonly sinceHeight: number;
}

/** An RPC server whose ledger holds what the worker's rounds need. Its blocks move only when the test says so. */
export class FakeRpc {
  blockHeight = 1_000;
  /** Blocks that are confirmed and not final yet. */
  unfinalBlocks = 0;
  /** Whether it answers `searchTransactionHistory`. */
  hasHistory = true;
  /** Micro-lamports per compute unit that recent blocks took. */
  priorityFee = 0;
  /** Whether it remembers recent transactions. */
  knowsStatuses = true;
  /** Decides each broadcast; holding its promise back holds the answer back. */
  onBroadcast: (transaction: Uint8Array) => Promise<Fate> = () => Promise.resolve('land');
  /** Decides each call; `connection` is the same object for calls that come in on one connection. */
  onCall: (method: string, connection: object) => Mishap = () => 'none';
  /** Runs before a method is answered; a promise that never ends is a server that never answers. */
  beforeAnswer: (method: string) => Promise<void> = () => Promise.resolve();
  /** Lies that are told once: by method, how many true answers go before, and what the next one is changed to. */
  readonly lies = new Map<string, { readonly after: number; readonly told: (result: unknown) => unknown }>();
  /** Receipts whose settlement is refused. */
  readonly poisoned = new Map<string, Poison>();
  /** Transactions that were broadcast for each round, by receipt: the signatures of its transactions. */
  readonly transactionsOf = new Map<string, Set<string>>();
  readonly landed = new Map<string, { readonly slot: number; readonly err: unknown }>();
  readonly broadcasts: string[] = [];
  /** Methods called, in order, those included that were turned away; without `getSlot`, which bears out the first answer to a process. */
  readonly calls: string[] = [];
  private readonly accounts = new Map<string, Held>();
  private readonly rounds: SampleRound[] = [];
  private server: Server | undefined;
  private port = 0;

  private constructor(private readonly programId: Address) {}

  static async start(input: {
    programId: Address;
    network: string;
    clockSeconds: number;
    settleWindowSeconds: bigint;
    gatewayAuthority?: Address;
  }): Promise<FakeRpc> {
    const rpc = new FakeRpc(input.programId);
    rpc.put(configAddress(input.programId), configAccount(input));
    rpc.setClock(input.clockSeconds);
    const { programId, gatewayAuthority: authority } = input;
    if (authority !== undefined) {
      rpc.hold(formatAddress(authority), { owner: SYSTEM, data: new Uint8Array(), lamports: 123_456_789 });
      rpc.put(gatewayAddress(programId, authority), gatewayAccount({ authority }));
    }
    await rpc.open();
    return rpc;
  }

  /** Listens, again on the same port after `close`. */
  async open(): Promise<void> {
    const server = createServer((request, response) => void this.answer(request, response));
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    this.port = address.port;
    this.server = server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  setClock(seconds: number): void {
    this.hold(CLOCK, { owner: SYSVARS, data: clockSysvar(seconds), lamports: 1 });
  }

  /** Lets the ledger know a round, so that it can tell which receipt a transaction makes. */
  expectRound(round: SampleRound): void {
    this.rounds.push(round);
    this.put(subscriptionAddress(this.programId, round.owner), subscriptionAccount(round.owner, 9n));
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  /** An account of the program. */
  put(address: Address, data: Uint8Array): void {
    this.hold(formatAddress(address), { owner: formatAddress(this.programId), data, lamports: 1 });
  }

  /** An account of any owner. */
  hold(address: string, held: Omit<Held, 'sinceHeight'>): void {
    this.accounts.set(address, { ...held, sinceHeight: this.blockHeight });
  }

  /** Takes the block away in which the round's receipt was made. */
  rollBack({ proof }: SampleRound): void {
    this.accounts.delete(formatAddress(proof.receipt));
    this.landed.clear();
  }

  /** Calls of this method so far. */
  count(method: string): number {
    return this.calls.filter((called) => called === method).length;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: readonly unknown[] };
    if (method !== 'getSlot') this.calls.push(method);
    const mishap = this.onCall(method, request.socket);
    if (typeof mishap === 'object') return void response.writeHead(mishap.status).end('{}');
    switch (mishap) {
      case 'cut':
        return void response.destroy();
      case 'hang':
        return;
      case 'too_many':
        return void response.writeHead(429).end('{}');
      case 'garbage':
        return void response.end('<html>');
      case 'none':
    }
    await this.beforeAnswer(method);
    const outcome = await this.call(method, params);
    if (outcome === 'cut') response.destroy();
    else response.end(JSON.stringify({ jsonrpc: '2.0', id, ...this.lied(method, outcome) }));
  }

  private lied(method: string, outcome: object): object {
    const lie = this.lies.get(method);
    if (lie === undefined || !('result' in outcome)) return outcome;
    if (lie.after > 0) {
      this.lies.set(method, { ...lie, after: lie.after - 1 });
      return outcome;
    }
    this.lies.delete(method);
    return { result: lie.told(outcome.result) };
  }

  private async call(method: string, params: readonly unknown[]): Promise<object | 'cut'> {
    const { commitment } = (params.at(-1) ?? {}) as { commitment?: string };
    const height = commitment === 'finalized' ? this.blockHeight - this.unfinalBlocks : this.blockHeight;
    const withSlot = (value: unknown): object => ({ result: { context: { slot: height }, value } });
    switch (method) {
      case 'getMultipleAccounts':
        return withSlot((params[0] as readonly string[]).map((address) => this.accountAt(address, height)));
      case 'getLatestBlockhash':
        return withSlot({ blockhash: this.blockhash(), lastValidBlockHeight: height + VALID_BLOCKS });
      case 'getSlot':
      case 'getBlockHeight':
        return { result: height };
      case 'getRecentPrioritizationFees':
        return { result: [{ slot: height, prioritizationFee: this.priorityFee }] };
      case 'getSignatureStatuses': {
        const [signatures, { searchTransactionHistory = false } = {}] = params as [
          readonly string[],
          { searchTransactionHistory?: boolean }?,
        ];
        if (searchTransactionHistory && !this.hasHistory)
          return { error: { code: -32_011, message: 'Transaction history is not available from this node' } };
        const isKnown = this.knowsStatuses || searchTransactionHistory;
        const statusOf = (signature: string): unknown => {
          const landed = this.landed.get(signature);
          return landed === undefined || !isKnown ? null : { ...landed, confirmationStatus: 'confirmed' };
        };
        return withSlot(signatures.map(statusOf));
      }
      case 'getProgramAccounts':
        return { result: [] };
      case 'sendTransaction':
        return this.broadcast(Buffer.from(String(params[0]), 'base64'));
      case 'simulateTransaction':
        return withSlot({ err: this.verdictOf(Buffer.from(String(params[0]), 'base64')), logs: [], unitsConsumed: 1 });
      default:
        throw new Error(`unexpected RPC method ${method}`);
    }
  }

  private accountAt(address: string, height: number): object | null {
    const held = this.accounts.get(address);
    if (held === undefined || held.sinceHeight > height) return null;
    return { owner: held.owner, lamports: held.lamports, data: [Buffer.from(held.data).toString('base64'), 'base64'] };
  }

  private blockhash(): string {
    const bytes = new Uint8Array(32);
    new DataView(bytes.buffer).setUint32(0, this.blockHeight);
    return formatAddress(toAddress(bytes));
  }

  private async broadcast(transaction: Uint8Array): Promise<object | 'cut'> {
    const signature = base58.encode(transaction.subarray(1, 65));
    this.broadcasts.push(signature);
    for (const { roundId } of this.roundsIn(transaction))
      this.transactionsOf.set(roundId, (this.transactionsOf.get(roundId) ?? new Set()).add(signature));
    const verdict = this.verdictOf(transaction);
    const fate = verdict === null ? await this.onBroadcast(transaction) : { err: verdict };
    if (typeof fate === 'object') {
      const err = 'refuse' in fate ? { InstructionError: [1, { Custom: fate.refuse }] } : fate.err;
      return { error: { code: -32_002, message: 'Transaction simulation failed', data: { err, logs: [], unitsConsumed: 1 } } };
    }
    // The creation of a signer set settles nothing, and leaves nothing behind here.
    if ((fate === 'land' || fate === 'land_and_cut') && this.roundsIn(transaction).length > 0) this.land(transaction);
    if (fate === 'fail') this.landed.set(signature, { slot: this.blockHeight, err: { InstructionError: [1, { Custom: 6_028 }] } });
    return fate === 'cut' || fate === 'land_and_cut' ? 'cut' : { result: signature };
  }

  /** The rounds that a transaction settles. */
  roundsIn(transaction: Uint8Array): readonly SampleRound[] {
    const bytes = Buffer.from(transaction);
    return this.rounds.filter(({ proof }) => bytes.includes(Buffer.from(proof.receipt)));
  }

  /** The program's verdict on a transaction: the first of its rounds that is poisoned refuses it whole. */
  private verdictOf(transaction: Uint8Array): object | string | null {
    for (const [index, { roundId }] of this.roundsIn(transaction).entries()) {
      const poison = this.poisoned.get(roundId);
      if (poison === undefined) continue;
      if (typeof poison === 'object' && 'transaction' in poison) return poison.transaction;
      return { InstructionError: [index + 1, typeof poison === 'number' ? { Custom: poison } : poison.instruction] };
    }
    return null;
  }

  /** Includes a transaction: the receipts of its rounds exist from now on. */
  land(transaction: Uint8Array): void {
    const rounds = this.roundsIn(transaction);
    if (rounds.length === 0) throw new Error('a transaction for no known round');
    for (const { proof } of rounds) this.put(proof.receipt, receiptAccount(proof.message));
    this.landed.set(base58.encode(transaction.subarray(1, 65)), { slot: this.blockHeight, err: null });
  }
}
