import { createKeyFilter, withTimeLimit } from '@oracle-gateway/protocol/internal';
import type { RpcTransport } from '@solana/kit';

const RPC_TIMEOUT_MS = 10_000;

/**
 * JSON-RPC over `fetch`, each call with a deadline. Kit's own transport does not serve: it adds a second `content-length`, which Node 20
 * refuses once undici 7 was loaded before the first `fetch` of the process. Keys of the URL are hidden in the refusals of the server.
 */
export function rpcTransport(rpcUrl: string | { current(): string }): RpcTransport {
  return async <T>({ payload, signal }: Parameters<RpcTransport>[0]) =>
    withTimeLimit({ timeoutMs: RPC_TIMEOUT_MS, signal }, async (ending) => {
      const url = typeof rpcUrl === 'string' ? rpcUrl : rpcUrl.current();
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
        signal: ending,
      });
      if (response.ok) {
        const answer: unknown = await response.json();
        // The type is the caller's claim: kit leaves it unjudged in its own transport too.
        return (isRefusal(answer) ? JSON.parse(createKeyFilter(url)(JSON.stringify(answer))) : answer) as T;
      }
      await response.body?.cancel();
      throw new Error(`the RPC server answered ${response.status}`);
    });
}

function isRefusal(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'error' in answer;
}
