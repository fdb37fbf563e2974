import type { JsonOutput } from '../json-output.js';
import type { LocalLedger } from '../ledger.js';
import type { RpcParams } from '../rpc-params.js';

/** One method of the JSON-RPC interface. Throws RpcError for a refused request. */
export type RpcMethod = (ledger: LocalLedger, params: RpcParams) => JsonOutput;

export type RpcMethods = Readonly<Record<string, RpcMethod>>;

export const API_VERSION = '3.0.0';

/** The answer of a method that reports its slot. */
export function withContext(ledger: LocalLedger, value: JsonOutput): JsonOutput {
  return {
    context: { apiVersion: API_VERSION, slot: ledger.clock.slot },
    value,
  };
}
