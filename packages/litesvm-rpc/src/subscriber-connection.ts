import type { WebSocket } from 'ws';
import { writeJson, type JsonOutput } from './json-output.js';
import { errorJson, parseJson, readRequest, type RequestId } from './json-rpc.js';
import type { LocalLedger } from './ledger.js';
import { RpcError } from './rpc-error.js';
import type { RpcParams } from './rpc-params.js';
import { subscriptionKinds, type Subscription } from './subscriptions.js';

const MAX_SUBSCRIPTIONS = 1_000;
/** Unread bytes after which a client is disconnected, so that notifications do not fill the memory. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** One WebSocket client and its subscriptions. */
export class SubscriberConnection {
  readonly #stops = new Map<number, () => void>();
  #lastId = 0;

  readonly #ledger: LocalLedger;
  readonly #socket: WebSocket;

  constructor(ledger: LocalLedger, socket: WebSocket) {
    this.#ledger = ledger;
    this.#socket = socket;
    socket.on('message', (message: Buffer) => {
      this.#receive(message.toString('utf8'));
    });
    socket.on('close', () => {
      this.#endAll();
    });
    // `close` follows; without a listener a broken frame would end the process.
    socket.on('error', () => {
      socket.terminate();
    });
  }

  #receive(text: string): void {
    let id: RequestId = null;
    try {
      const parsed = parseJson(text);
      if (parsed === undefined) throw new RpcError('parseError', 'Parse error');
      const request = readRequest(parsed);
      // Clients keep the connection alive with a `ping`, which needs no answer.
      if (request.id === undefined) return;
      id = request.id;
      this.#run(id, request.method, request.params);
    } catch (error) {
      this.#send(errorJson(id, error));
    }
  }

  #run(id: RequestId, method: string, params: RpcParams): void {
    const [, name = '', verb] = /^([a-z]+)(Subscribe|Unsubscribe)$/.exec(method) ?? [];
    const kind = subscriptionKinds[name];
    if (kind === undefined) throw new RpcError('methodNotFound', 'Method not found');
    if (verb === 'Subscribe') {
      this.#subscribe(id, `${name}Notification`, kind(this.#ledger, params));
      return;
    }
    if (!this.#end(params[0])) throw new RpcError('invalidParams', 'Invalid subscription id.');
    this.#send({ jsonrpc: '2.0', result: true, id });
  }

  #subscribe(id: RequestId, method: string, start: Subscription): void {
    if (this.#stops.size >= MAX_SUBSCRIPTIONS)
      throw new RpcError('internalError', `at most ${MAX_SUBSCRIPTIONS} subscriptions per connection`);
    this.#lastId += 1;
    const subscription = this.#lastId;
    const listener = start({
      notify: (result) => {
        this.#send({ jsonrpc: '2.0', method, params: { result, subscription } });
      },
      end: () => {
        this.#end(subscription);
      },
    });
    this.#stops.set(subscription, this.#ledger.listen(listener));
    this.#send({ jsonrpc: '2.0', result: subscription, id });
  }

  #end(subscription: unknown): boolean {
    if (typeof subscription !== 'number') return false;
    this.#stops.get(subscription)?.();
    return this.#stops.delete(subscription);
  }

  #endAll(): void {
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }

  #send(value: JsonOutput): void {
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) this.#socket.terminate();
    else this.#socket.send(writeJson(value));
  }
}
