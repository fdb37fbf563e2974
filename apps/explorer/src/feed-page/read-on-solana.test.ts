import { TransportError } from '@oracle-gateway/client';
import { expect, it } from 'vitest';
import { readOnSolana } from './read-on-solana.js';

const feed = {
  ledger: { rpcUrl: 'https://rpc.example', programId: 'C8o7D7mNvrMin7icWUtzgzJMM9JFwdVfVia8tSzVkWUK' },
  feedId: `0x${'11'.repeat(32)}`,
  mode: 'exact',
  quorum: 3,
} as const;

function answering(body: unknown) {
  const asked: { url: string; body: unknown }[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    asked.push({ url, body: JSON.parse(typeof init.body === 'string' ? init.body : '') });
    return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body)));
  };
  return { asked, deps: { fetch, nowMs: () => 0 } };
}

it('asks for the feed and the settings of the program in one call', async () => {
  const { asked, deps } = answering({ result: { value: [null, null] } });
  await readOnSolana(feed, deps).catch(() => undefined);
  expect(asked).toMatchObject([{ url: 'https://rpc.example', body: { method: 'getMultipleAccounts' } }]);
});

it.each([
  ['no JSON', 'gateway time-out'],
  ['an error', { error: { code: -32_000 } }],
  ['a text in the place of accounts', { result: { value: 'x' } }],
  ['an account without data', { result: { value: [{ owner: 'a' }, null] } }],
  ['more than the page reads', 'x'.repeat(100_001)],
])('an RPC server that answers with %s is told as one that gives no account', async (_what, body) => {
  await expect(readOnSolana(feed, answering(body).deps)).rejects.toThrow(TransportError);
});
