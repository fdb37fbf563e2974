/** A command that asks an RPC server for a transaction: no explorer is needed. */
export function landedQuery({ rpcUrl, signature }: { readonly rpcUrl: string; readonly signature: string }): string {
  const params = [signature, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 }];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params });
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  return `curl -s ${quoted(rpcUrl)} -H 'content-type: application/json' -d ${quoted(body)}`;
}
