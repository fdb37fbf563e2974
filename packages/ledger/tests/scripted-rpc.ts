import type { FetchLike } from '../src/rpc/bounded-fetch.js';

/** An answer other than a result: a JSON-RPC error object. */
export class RpcFailure {
  constructor(
    readonly code: number,
    readonly message: string,
    readonly data?: unknown,
  ) {}
}

export interface ScriptedRpc {
  readonly fetch: FetchLike;
  readonly calls: { readonly method: string; readonly params: readonly unknown[] }[];
}

type Handler = (params: readonly unknown[]) => unknown;

/** A server that answers only what the test expects; any other method fails the test's call with its name. */
export function scriptedRpc(handlers: Readonly<Record<string, Handler>>): ScriptedRpc {
  const calls: ScriptedRpc['calls'] = [];
  return {
    calls,
    fetch: async (_url, init) => {
      const request = JSON.parse(init.body) as { id: number; method: string; params: readonly unknown[] };
      calls.push({ method: request.method, params: request.params });
      const handler = handlers[request.method];
      if (handler === undefined) throw new Error(`unexpected call of ${request.method}`);
      const outcome = await handler(request.params);
      const answer =
        outcome instanceof RpcFailure
          ? { error: { code: outcome.code, message: outcome.message, data: outcome.data } }
          : { result: outcome };
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: request.id, ...answer }), {
        headers: { 'content-type': 'application/json' },
      });
    },
  };
}

export function atSlot(slot: number, value: unknown): unknown {
  return { context: { slot }, value };
}

export function accountAnswer(owner: string, data: Uint8Array, lamports = 1): unknown {
  return {
    owner,
    data: [Buffer.from(data).toString('base64'), 'base64'],
    lamports,
    executable: false,
    rentEpoch: 0,
    space: data.length,
  };
}
