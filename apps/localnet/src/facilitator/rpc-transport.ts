import { withTimeLimit } from '@oracle-gateway/protocol/internal';
import type { RpcTransport } from '@solana/kit';

const RPC_TIMEOUT_MS = 10_000;

/**
 * JSON-RPC over `fetch`, each call with a deadline. Kit's own transport sets a second `content-length`. Node 20 refuses it if undici 7 is
 * loaded before the first `fetch` of the process, as in the launcher.
 */
export function facilitatorTransport(url: string): RpcTransport {
  return async <T>({ payload, signal }: Parameters<RpcTransport>[0]) =>
    withTimeLimit({ timeoutMs: RPC_TIMEOUT_MS, signal }, async (ending) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
        signal: ending,
      });
      // The caller states the type; kit's own transport does not check it either.
      if (response.ok) return (await response.json()) as T;
      await response.body?.cancel();
      throw new Error(`the RPC server answered ${response.status}`);
    });
}
