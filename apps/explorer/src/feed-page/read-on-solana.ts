import { type LedgerOptions, TransportError } from '@oracle-gateway/client';
import { FeedError, type FeedReading, kitAccounts, readFeed } from '@oracle-gateway/client/feeds';
import { objectOf, parseJsonText, textIn } from '../read-json.js';

/** A feed on the ledger, and how its values are signed. */
export interface LedgerFeed {
  readonly ledger: Pick<LedgerOptions, 'rpcUrl' | 'programId'>;
  readonly feedId: string;
  readonly mode: 'exact' | 'tolerance';
  readonly quorum: number;
}

interface ReadDeps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly nowMs: () => number;
}

const ANSWER_LIMIT_MS = 15_000;
const MAX_CHARACTERS = 100_000;
/** The page shows how old a value is, so that none is too old. */
const ANY_AGE_MS = Number.MAX_SAFE_INTEGER;

/** The value of a feed on the ledger; null: none was written. @throws FeedError, TransportError */
export async function readOnSolana(
  { ledger, feedId, mode, quorum }: LedgerFeed,
  { fetch, nowMs }: ReadDeps = { fetch: (url, init) => globalThis.fetch(url, init), nowMs: Date.now },
): Promise<FeedReading | null> {
  const accounts = kitAccounts<string>({
    getMultipleAccounts: (keys, config) => ({ send: async () => ({ value: await readAccounts(ledger.rpcUrl, [keys, config], fetch) }) }),
  });
  const settings = { programId: ledger.programId, feedId, mode, minSignatures: quorum, maxAgeMs: ANY_AGE_MS };
  try {
    return await readFeed(settings, { accounts, nowMs: nowMs() });
  } catch (error) {
    if (error instanceof FeedError && error.reason === 'absent') return null;
    throw error;
  }
}

interface ReadAccount {
  readonly owner: string;
  readonly data: readonly [string, string];
}

async function readAccounts(
  rpcUrl: string,
  params: readonly unknown[],
  fetch: ReadDeps['fetch'],
): Promise<readonly (ReadAccount | null)[]> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getMultipleAccounts', params });
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  try {
    const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
    const text = await response.text();
    const json = text.length <= MAX_CHARACTERS ? parseJsonText(text) : undefined;
    const value = json?.ok === true ? objectOf(objectOf(json.value)?.['result'])?.['value'] : undefined;
    if (Array.isArray(value)) return value.map(accountIn);
  } catch (error) {
    throw unread(error);
  }
  throw unread();
}

function accountIn(account: unknown): ReadAccount | null {
  if (account === null) return null;
  const { owner, data } = objectOf(account) ?? {};
  const [bytes] = Array.isArray(data) ? data.map(textIn) : [];
  const address = textIn(owner);
  if (address === undefined || bytes === undefined) throw unread();
  return { owner: address, data: [bytes, 'base64'] };
}

function unread(cause?: unknown): TransportError {
  return new TransportError('ledger', 'the RPC server gives no account of the feed', { sent: 'nothing', cause });
}
