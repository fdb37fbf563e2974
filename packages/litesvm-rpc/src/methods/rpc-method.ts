import type { JsonOutput } from '../json-output.js';
import type { LocalLedger } from '../ledger.js';
import type { RpcParams } from '../rpc-params.js';

/** One method of the JSON-RPC interface; throws RpcError for what it refuses. */
export type RpcMethod = (ledger: LocalLedger, params: RpcParams) => JsonOutput;

export type RpcMethods = Readonly<Record<string, RpcMethod>>;

export const API_VERSION = '3.0.0';

/** The answer of methods that tell at which slot they looked. */
export function withContext(ledger: LocalLedger, value: JsonOutput): JsonOutput {
  return {
    context: { apiVersion: API_VERSION, slot: ledger.clock.slot },
    value,
  };
}
