import { DEFAULT_TIMEOUT_MS, type Fetch } from '../http/read-json.js';
import type { LedgerRpc } from './read-accounts.js';

/** @param fetch `globalThis.fetch` unless set */
export function rpcAt(rpcUrl: string, fetch: Fetch | undefined): LedgerRpc {
  return { rpcUrl, fetch: fetch ?? ((...call) => globalThis.fetch(...call)), timeoutMs: DEFAULT_TIMEOUT_MS };
}
