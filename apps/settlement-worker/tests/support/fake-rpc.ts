import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { formatAddress, toAddress, type Address } from '@oracle-gateway/protocol';
import { configAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { base58 } from '@scure/base';
import { clockSysvar, configAccount, receiptAccount, subscriptionAccount } from './program-accounts.js';
import type { SampleRound } from './rounds.js';

const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const VALID_BLOCKS = 150;

/** What the server does with a broadcast: include it, lose it, or refuse it with a custom error of the oracle program. */
export type Fate = 'land' | 'lose' | { readonly refuse: number };

/** An RPC server whose ledger holds what the worker's rounds need. Its blocks move only when the test says so. */
export class FakeRpc {
  blockHeight = 1_000;
  /** Decides each broadcast; holding its promise back holds the answer back. */
  onBroadcast: (transaction: Uint8Array) => Promise<Fate> = () => Promise.resolve('land');
  /** Runs before a method is answered; a promise that never ends is a server that never answers. */
  beforeAnswer: (method: string) => Promise<void> = () => Promise.resolve();
  readonly landed: string[] = [];
  readonly broadcasts: string[] = [];
  private readonly accounts = new Map<string, { owner: string; data: Uint8Array }>();
  private readonly rounds: SampleRound[] = [];
  private readonly server: Server;

  private constructor(private readonly programId: Address) {
    this.server = createServer((request, response) => {
      void this.answer(request).then((body) => response.end(JSON.stringify(body)));
    });
  }

  static async start(input: { programId: Address; network: string; clockSeconds: number; settleWindowSeconds: bigint }): Promise<FakeRpc> {
    const rpc = new FakeRpc(input.programId);
    rpc.setAccount(configAddress(input.programId), configAccount(input));
    rpc.accounts.set(CLOCK, { owner: 'Sysvar1111111111111111111111111111111111111', data: clockSysvar(input.clockSeconds) });
    rpc.server.listen(0, '127.0.0.1');
    await once(rpc.server, 'listening');
    return rpc;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Lets the ledger know a round, so that it can tell which receipt a transaction makes. */
  expectRound(round: SampleRound): void {
    this.rounds.push(round);
    const { subscriptionOwner } = round.proof;
    this.setAccount(subscriptionAddress(this.programId, subscriptionOwner), subscriptionAccount(subscriptionOwner, 9n));
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private setAccount(address: Address, data: Uint8Array): void {
    this.accounts.set(formatAddress(address), { owner: formatAddress(this.programId), data });
  }

  private async answer(request: IncomingMessage): Promise<object> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: readonly unknown[] };
    await this.beforeAnswer(method);
    const outcome = await this.call(method, params);
    return { jsonrpc: '2.0', id, ...outcome };
  }

  private async call(method: string, params: readonly unknown[]): Promise<object> {
    const withSlot = (value: unknown): object => ({ result: { context: { slot: this.blockHeight }, value } });
    switch (method) {
      case 'getAccountInfo': {
        const account = this.accounts.get(String(params[0]));
        return withSlot(
          account === undefined ? null : { owner: account.owner, data: [Buffer.from(account.data).toString('base64'), 'base64'] },
        );
      }
      case 'getLatestBlockhash':
        return withSlot({ blockhash: this.blockhash(), lastValidBlockHeight: this.blockHeight + VALID_BLOCKS });
      case 'getBlockHeight':
        return { result: this.blockHeight };
      case 'getSignatureStatuses': {
        const [signatures] = params as [readonly string[]];
        const found = signatures.map((signature) => this.landed.includes(signature));
        return withSlot(
          found.map((isLanded) => (isLanded ? { slot: this.blockHeight, err: null, confirmationStatus: 'confirmed' } : null)),
        );
      }
      case 'sendTransaction':
        return this.broadcast(Buffer.from(String(params[0]), 'base64'));
      default:
        throw new Error(`unexpected RPC method ${method}`);
    }
  }

  private blockhash(): string {
    const bytes = new Uint8Array(32);
    new DataView(bytes.buffer).setUint32(0, this.blockHeight);
    return formatAddress(toAddress(bytes));
  }

  private async broadcast(transaction: Uint8Array): Promise<object> {
    const signature = base58.encode(transaction.subarray(1, 65));
    this.broadcasts.push(signature);
    const fate = await this.onBroadcast(transaction);
    if (typeof fate === 'object') {
      const data = { err: { InstructionError: [1, { Custom: fate.refuse }] }, logs: [], unitsConsumed: 1 };
      return { error: { code: -32_002, message: 'Transaction simulation failed', data } };
    }
    if (fate === 'land') this.land(transaction);
    return { result: signature };
  }

  /** Includes a transaction: its round's receipt exists from now on. */
  land(transaction: Uint8Array): void {
    const round = this.rounds.find(({ proof }) => Buffer.from(transaction).includes(Buffer.from(proof.receipt)));
    if (round === undefined) throw new Error('a transaction for no known round');
    this.setAccount(round.proof.receipt, receiptAccount(round.proof.message));
    this.landed.push(base58.encode(transaction.subarray(1, 65)));
  }
}
