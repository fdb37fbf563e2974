import { RpcRefusalError, type RpcCall } from '@oracle-gateway/ledger';

/**
 * The `fetch` of a client whose calls of the ledger go to all RPC servers of the keeper: what is asked at `rpcUrl` is answered by `rpc`.
 * Everything else goes out by `fetch`.
 */
export function createRpcFetch(deps: {
  readonly rpcUrl: string;
  readonly rpc: RpcCall;
  readonly fetch: typeof globalThis.fetch;
}): typeof globalThis.fetch {
  return async (input, init) => {
    if (input !== deps.rpcUrl || typeof init?.body !== 'string') return deps.fetch(input, init);
    const { id, method, params } = callIn(JSON.parse(init.body));
    try {
      return Response.json({ jsonrpc: '2.0', id, result: await deps.rpc(method, params) });
    } catch (error) {
      if (!(error instanceof RpcRefusalError)) throw error;
      return Response.json({ jsonrpc: '2.0', id, error: { code: error.code, message: 'refused' } });
    }
  };
}

function callIn(body: unknown): { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] } {
  if (typeof body !== 'object' || body === null || !('method' in body) || typeof body.method !== 'string')
    throw new TypeError('a call of the ledger must name a method');
  const params: unknown = 'params' in body ? body.params : [];
  return { id: 'id' in body ? body.id : null, method: body.method, params: Array.isArray(params) ? params : [] };
}
