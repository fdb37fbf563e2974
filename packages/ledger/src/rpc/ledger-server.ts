import type { FetchLike } from './bounded-fetch.js';
import { createRpcClient, type RpcCall } from './rpc-client.js';

/** Where calls go: a client that others share, or a server and how to talk to it. */
export type LedgerServer =
  { readonly rpc: RpcCall } | { readonly rpcUrl: string; readonly timeoutMs?: number; readonly fetch?: FetchLike; readonly rpc?: never };

const TIMEOUT_MS = 5_000;
/**
 * 64 nodes of 320 bytes in base64 are 28 KiB; a simulation's answer holds the logs, which the runtime cuts off at 10 KB unless its operator
 * says otherwise. No answer that reader and sender ask for comes near.
 */
const MAX_ANSWER_BYTES = 256 * 1024;

export function clientOf(server: LedgerServer): RpcCall {
  return (
    server.rpc ??
    createRpcClient({
      rpcUrl: server.rpcUrl,
      timeoutMs: server.timeoutMs ?? TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      fetch: server.fetch ?? ((url, init) => fetch(url, init)),
    })
  );
}
