import { describe, expect, it } from 'vitest';

import { RpcFailure, scriptedRpc } from '../../tests/scripted-rpc.js';
import { LedgerUnavailableError, RpcRefusalError } from '../errors.js';
import type { FetchLike } from './bounded-fetch.js';
import { createRpcClient, type RpcCall } from './rpc-client.js';

const SECRET_URL = 'https://rpc.example/?key=hunter2';
function client(fetch: FetchLike, timeoutMs = 1_000): RpcCall {
  return createRpcClient({ rpcUrl: SECRET_URL, timeoutMs, maxAnswerBytes: 1_000, fetch });
}
function answering(body: string, status = 200): FetchLike {
  return () => Promise.resolve(new Response(body, { status }));
}

describe('rpc client', () => {
  it('returns the result of a call', async () => {
    const rpc = scriptedRpc({ getSlot: () => 5 });
    expect(await client(rpc.fetch)('getSlot', [{ commitment: 'confirmed' }])).toBe(5);
    expect(rpc.calls).toEqual([{ method: 'getSlot', params: [{ commitment: 'confirmed' }] }]);
  });

  it('keeps code and data of an error object', async () => {
    const rpc = scriptedRpc({ sendTransaction: () => new RpcFailure(-32_002, 'refused', { err: 'AlreadyProcessed' }) });
    const error = await client(rpc.fetch)('sendTransaction', []).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(RpcRefusalError);
    expect(error).toMatchObject({ code: -32_002, data: { err: 'AlreadyProcessed' }, method: 'sendTransaction' });
  });

  it.each([
    ['an HTTP error', answering('{}', 502)],
    ['text that is no JSON', answering('<html>')],
    ['an answer without result', answering('{"jsonrpc":"2.0","id":1}')],
    ['an answer that is no object', answering('[]')],
    ['an answer beyond the bound', answering(`{"result":"${'x'.repeat(2_000)}"}`)],
    ['a refused connection', () => Promise.reject(new TypeError('fetch failed'))],
  ] as [string, FetchLike][])('reports %s as unavailable', async (_what, fetch) => {
    await expect(client(fetch)('getSlot', [])).rejects.toBeInstanceOf(LedgerUnavailableError);
  });

  it.each([-32_000, -32_005])(
    'keeps the words of a refusal with code %i apart from its message, without the key of the URL',
    async (code) => {
      const refusing = answering(JSON.stringify({ error: { code, message: 'project hunter2-of-all has no credit at 10.0.0.7' } }));
      const rpcUrl = 'https://rpc.example/?key=hunter2-of-all';
      const call = createRpcClient({ rpcUrl, timeoutMs: 1_000, maxAnswerBytes: 1_000, fetch: refusing });
      const error = await call('getSlot', []).catch((cause: unknown) => cause);
      expect(error).toMatchObject({
        message: `ledger getSlot: the server refused with code ${code}`,
        words: 'project [hidden] has no credit at 10.0.0.7',
      });
    },
  );

  it('asks at the URL that is in use now, and hides that one’s key', async () => {
    const urls = ['https://one.example/?key=hunter2-of-one', 'https://two.example/?key=hunter2-of-two'];
    const asked: string[] = [];
    const fetch: FetchLike = (url) => {
      asked.push(url);
      return Promise.resolve(new Response(JSON.stringify({ error: { code: -32_000, message: `no credit for ${url}` } })));
    };
    let used = 0;
    const call = createRpcClient({ rpcUrl: { current: () => urls[used] ?? '' }, timeoutMs: 1_000, maxAnswerBytes: 1_000, fetch });
    for (const url of urls) {
      const error = await call('getSlot', []).catch((cause: unknown) => cause);
      expect(JSON.stringify(error)).not.toContain('hunter2');
      expect(asked.at(-1)).toBe(url);
      used += 1;
    }
  });

  it('gives up when its deadline has passed', async () => {
    const hanging: FetchLike = (_url, init) =>
      new Promise((_resolve, reject) => init.signal.addEventListener('abort', () => reject(init.signal.reason as Error)));
    await expect(client(hanging, 20)('getSlot', [])).rejects.toThrow('ledger getSlot: no answer within 20 ms');
  });

  it('never repeats the URL, which may carry an access key', async () => {
    const failing: FetchLike = (url) => Promise.reject(new TypeError(`failed to fetch ${url}`));
    const error = await client(failing)('getSlot', []).catch((cause: unknown) => cause as Error);
    expect(String(error)).not.toContain('hunter2');
    expect(() => createRpcClient({ rpcUrl: 'ftp://hunter2', timeoutMs: 1, maxAnswerBytes: 1, fetch: failing })).toThrow(
      /^rpcUrl: must be an http\(s\) URL$/,
    );
    expect(() => createRpcClient({ rpcUrl: 'hunter2', timeoutMs: 1, maxAnswerBytes: 1, fetch: failing })).toThrow(
      /^rpcUrl: must be an http\(s\) URL$/,
    );
  });
});
