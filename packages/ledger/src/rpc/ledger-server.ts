import type { FetchLike } from './bounded-fetch.js';
import { createRpcClient, type RpcCall } from './rpc-client.js';

/** Target of calls: a shared client, or a server with the options of a client. */
export type LedgerServer =
  | { readonly rpc: RpcCall }
  | { readonly rpcUrl: string; readonly timeoutMs?: number; readonly fetch?: FetchLike; readonly rpc?: never };

const TIMEOUT_MS = 5_000;
/**
 * Far above every answer to reader and sender: 64 nodes of 320 bytes in base64 are 28 KiB, and the runtime cuts the logs of a simulation at
 * 10 KB by default.
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
