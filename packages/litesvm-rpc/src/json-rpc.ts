import { writeJson, type JsonOutput } from './json-output.js';
import type { LocalLedger } from './ledger.js';
import { findMethod } from './methods/index.js';
import { RpcError } from './rpc-error.js';
import { isRecord, type RpcParams } from './rpc-params.js';

const MAX_BATCH = 100;

export type RequestId = string | number | null;

/** Runs a method with its parameters. Throws RpcError. */
export type Call = (method: string, params: RpcParams) => JsonOutput;

export interface RpcRequest {
  /** Undefined for a notification, which has no answer. */
  readonly id: RequestId | undefined;
  readonly method: string;
  readonly params: RpcParams;
}

/** The methods of the HTTP interface. */
export function ledgerCall(ledger: LocalLedger): Call {
  return (method, params) => {
    const run = findMethod(method);
    if (run === undefined) throw new RpcError('methodNotFound', 'Method not found');
    return run(ledger, params);
  };
}

/**
 * Answers one request body, a single request or a batch, as JSON-RPC 2.0 specifies.
 *
 * @returns the text of the answer; undefined for notifications only
 */
export function answerBody(body: string, call: Call): string | undefined {
  const parsed = parseJson(body);
  if (parsed === undefined) return writeJson(errorJson(null, new RpcError('parseError', 'Parse error')));
  if (!Array.isArray(parsed)) return written(answerOne(parsed, call));
  if (parsed.length === 0 || parsed.length > MAX_BATCH) {
    return writeJson(errorJson(null, new RpcError('invalidRequest', `a batch holds 1 to ${MAX_BATCH} requests`)));
  }
  const answers = parsed.map((request: unknown) => answerOne(request, call)).filter((answer) => answer !== undefined);
  return answers.length === 0 ? undefined : writeJson(answers);
}

function written(answer: JsonOutput | undefined): string | undefined {
  return answer === undefined ? undefined : writeJson(answer);
}

function answerOne(request: unknown, call: Call): JsonOutput | undefined {
  try {
    const { id, method, params } = readRequest(request);
    try {
      const result = call(method, params);
      return id === undefined ? undefined : { jsonrpc: '2.0', result, id };
    } catch (error) {
      return id === undefined ? undefined : errorJson(id, error);
    }
  } catch (error) {
    return errorJson(null, error);
  }
}

/** @throws {RpcError} -32600 */
export function readRequest(request: unknown): RpcRequest {
  const invalid = new RpcError('invalidRequest', 'Invalid request');
  if (!isRecord(request) || request['jsonrpc'] !== '2.0') throw invalid;
  const { id, method, params = [] } = request;
  if (typeof method !== 'string' || !isRequestId(id)) throw invalid;
  if (!Array.isArray(params)) throw new RpcError('invalidParams', 'Invalid params: expected a list');
  return { id, method, params };
}

export function errorJson(id: RequestId, error: unknown): JsonOutput {
  const { code, message, data } = rpcErrorOf(error);
  return { jsonrpc: '2.0', error: { code, message, data }, id };
}

/** Any other error is a fault of this server: it goes to the operator's log, not to the client. */
function rpcErrorOf(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  process.emitWarning(error instanceof Error ? error : String(error));
  return new RpcError('internalError', 'Internal error');
}

/** Undefined for text that is not JSON; no JSON text has that value. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function isRequestId(id: unknown): id is RequestId | undefined {
  return id === undefined || id === null || typeof id === 'string' || typeof id === 'number';
}
