import { createKeyFilter, withTimeLimit } from '@oracle-gateway/protocol/internal';
import { LedgerBusyError, LedgerUnavailableError, RpcRefusalError } from '../errors.js';
import { readBounded, type FetchLike } from './bounded-fetch.js';
import { failureCode, neverConnected } from './never-connected.js';
import { readRetryAfterMs } from './retry-after.js';

/**
 * One JSON-RPC call. Throws LedgerUnavailableError; its subclass LedgerBusyError when the server asks for fewer calls, and its subclass
 * RpcRefusalError for any other error object.
 */
export type RpcCall = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** URL of a server; `current` tells one that may change while the process runs, and is asked at each call. */
export type RpcUrl = string | { current(): string };

/** The RPC server and the bounds of each call. */
export interface RpcClientDeps {
  readonly rpcUrl: RpcUrl;
  /** Deadline of one call, up to the end of the answer. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly fetch: FetchLike;
}

const MAX_WORDS_CHARS = 300;
const TOO_MANY_REQUESTS = 429;
/** JSON-RPC code of a node that lags behind (NODE_UNHEALTHY) and of a provider's limit. */
const BUSY = -32_005;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The URL of a server as it is now. */
export function presentUrl(rpcUrl: RpcUrl): string {
  return typeof rpcUrl === 'string' ? rpcUrl : rpcUrl.current();
}

/** The error does not repeat the URL: RPC URLs carry access keys. */
function checkedUrl(rpcUrl: string): string {
  const protocol = URL.canParse(rpcUrl) ? new URL(rpcUrl).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') throw new RangeError('rpcUrl: must be an http(s) URL');
  return rpcUrl;
}

interface Target {
  readonly url: string;
  readonly hideKeys: (text: string) => string;
}

function targetOf(rpcUrl: string): Target {
  const url = checkedUrl(rpcUrl);
  return { url, hideKeys: createKeyFilter(url) };
}

/**
 * A JSON-RPC 2.0 client over HTTP.
 *
 * The Connection of web3.js is not used for the wire: it has no deadline, and it drops `error.data.err` of a refused broadcast, the only
 * machine-readable reason of the program.
 */
export function createRpcClient(deps: RpcClientDeps): RpcCall {
  let target = targetOf(presentUrl(deps.rpcUrl));
  let lastId = 0;

  const presentTarget = (): Target => {
    const url = presentUrl(deps.rpcUrl);
    if (url !== target.url) target = targetOf(url);
    return target;
  };
  const exchange = async (url: string, method: string, params: readonly unknown[]): Promise<unknown> => {
    lastId += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params });
    const { response, answered } = await withTimeLimit({ timeoutMs: deps.timeoutMs }, async (signal) => {
      const headers = { 'content-type': 'application/json' };
      const response = await deps.fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
      return { response, answered: await readBounded(response, deps.maxAnswerBytes) };
    });
    if (response.status === TOO_MANY_REQUESTS)
      throw new LedgerBusyError(method, 'too many calls', readRetryAfterMs(response.headers.get('retry-after')));
    if (!response.ok) throw new LedgerUnavailableError(method, `HTTP status ${response.status}`);
    const answer: unknown = JSON.parse(new TextDecoder().decode(answered));
    return answer;
  };

  return async (method, params) => {
    const { url, hideKeys } = presentTarget();
    let answer: unknown;
    try {
      answer = await exchange(url, method, params);
    } catch (cause) {
      if (cause instanceof LedgerUnavailableError) throw cause;
      const reason = cause instanceof Error ? cause.name : 'unknown failure';
      throw new LedgerUnavailableError(
        method,
        reason === 'TimeoutError' ? `no answer within ${deps.timeoutMs} ms` : `no usable answer (${failureCode(cause) ?? reason})`,
        { cause, effect: neverConnected(cause) ? 'none' : 'unknown' },
      );
    }
    if (!isRecord(answer)) throw new LedgerUnavailableError(method, 'malformed answer');
    if (isRecord(answer.error)) {
      const { message, data } = answer.error;
      const code = typeof answer.error.code === 'number' ? answer.error.code : 0;
      const words = typeof message === 'string' ? hideKeys(message).slice(0, MAX_WORDS_CHARS) : '';
      if (code === BUSY) throw new LedgerBusyError(method, `the server refused with code ${code}`, null, { words });
      throw new RpcRefusalError(method, code, words, data);
    }
    if (!('result' in answer)) throw new LedgerUnavailableError(method, 'malformed answer');
    return answer.result;
  };
}
