import { linkAbort } from '@oracle-gateway/process';
import { tellDeprecation } from '@oracle-gateway/client';
import type { HeardGateway } from './heard-gateways.js';

const TIMEOUT_MS = 5_000;
const NOT_FOUND = 404;

/**
 * Asks gateways for the registry snapshot by the nodes of a version. Answers `data` of each that has one, as it came: nothing is believed yet.
 * Throws a failure where no gateway answered.
 */
export async function fetchSnapshots(
  { fetch, gateways }: { readonly fetch: typeof globalThis.fetch; readonly gateways: readonly HeardGateway[] },
  signerVersion: bigint,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const answers = await Promise.allSettled(gateways.map((gateway) => fetchSnapshot(fetch, gateway, signerVersion, signal)));
  signal.throwIfAborted();
  const [failed] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer] : []));
  if (failed !== undefined && answers.every(({ status }) => status === 'rejected')) throw failed.reason;
  return answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value !== null ? [answer.value] : []));
}

/** Null where the gateway has none. */
async function fetchSnapshot(
  fetch: typeof globalThis.fetch,
  { name, url, onDeprecated }: HeardGateway,
  signerVersion: bigint,
  signal: AbortSignal,
): Promise<unknown> {
  const cut = linkAbort(signal);
  const timer = setTimeout(() => cut.abort(new DOMException('the gateway took too long', 'TimeoutError')), TIMEOUT_MS);
  try {
    const path = `/v1/registry/snapshot?signerVersion=${signerVersion}`;
    const response = await fetch(url.replace(/\/$/, '') + path, { signal: cut.signal });
    tellDeprecation(onDeprecated, { method: 'GET', path, headers: response.headers });
    if (response.status === NOT_FOUND) return null;
    const body: unknown = await response.json();
    if (!response.ok || typeof body !== 'object' || body === null || !('data' in body))
      throw new Error(`gateways.${name}: answered ${response.status} to a call for the registry snapshot`);
    return body.data;
  } finally {
    clearTimeout(timer);
    cut.release();
  }
}
