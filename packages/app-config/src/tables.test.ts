import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Value } from '@sinclair/typebox/value';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ConfigError } from './config-error.js';
import { readRpcUrls, solanaTable } from './tables.js';

const DEPLOYMENT = { program_id: '11111111111111111111111111111112', network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' };
const [FIRST, SECOND] = ['https://one.example/?key=a', 'http://127.0.0.1:8899'];

function urlsOf(given: { rpc_url?: string; rpc_urls?: string[]; rpc_url_path?: string }, environment: Record<string, string> = {}) {
  return readRpcUrls({ ...DEPLOYMENT, ...given }, environment, 'APP_RPC_URL');
}
async function refusalOf(...input: Parameters<typeof urlsOf>): Promise<ConfigError> {
  const error: unknown = await urlsOf(...input).catch((thrown: unknown) => thrown);
  if (error instanceof ConfigError) return error;
  throw new Error('was accepted');
}

it('one RPC server or several are read in their order, and the variable goes before both', async () => {
  expect(await urlsOf({ rpc_url: FIRST })).toEqual([FIRST]);
  expect(await urlsOf({ rpc_urls: [SECOND, FIRST] })).toEqual([SECOND, FIRST]);
  expect(await urlsOf({ rpc_url: FIRST }, { APP_RPC_URL: SECOND })).toEqual([SECOND]);
  expect(await urlsOf({ rpc_urls: [FIRST] }, { APP_RPC_URL: ` ${SECOND}  ${FIRST}\n` })).toEqual([SECOND, FIRST]);
});

it('the URLs come from a file that only its owner can read, one a line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rpc-urls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'rpc-url');
  await writeFile(path, `${FIRST}\n${SECOND}\n`, { mode: 0o600 });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const urls = await urlsOf({ rpc_url_path: path });
  const present = () => urls.map((url) => (typeof url === 'string' ? url : url.current()));
  expect(present()).toEqual([FIRST, SECOND]);
  for (const [text, expected] of [
    [`${SECOND} ${FIRST}`, [SECOND, FIRST]],
    // Another number of servers needs a restart.
    [FIRST, [SECOND, FIRST]],
    [`${FIRST} http://rpc.example.com/hunter2`, [SECOND, FIRST]],
    [`${FIRST} ${SECOND}`, [FIRST, SECOND]],
  ] as const) {
    await writeFile(path, text);
    vi.advanceTimersByTime(1_000);
    expect(present()).toEqual(expected);
  }
  await chmod(path, 0o644);
  expect(await refusalOf({ rpc_url_path: path })).toMatchObject({ key: 'solana.rpc_url_path' });
});

it.each([
  [{}, {}, 'solana.rpc_url', 'is required'],
  [{ rpc_url: FIRST, rpc_urls: [SECOND] }, {}, 'solana.rpc_urls', 'must not stand beside solana.rpc_url'],
  [{ rpc_url: FIRST, rpc_url_path: '/a' }, {}, 'solana.rpc_url_path', 'must not stand beside solana.rpc_url'],
  [{ rpc_url_path: '/absent' }, {}, 'solana.rpc_url_path', 'there is no /absent'],
  [{ rpc_url: 'http://rpc.example.com/hunter2' }, {}, 'solana.rpc_url', 'must start with https: for a public host'],
  [{ rpc_urls: [FIRST, 'wss://hunter2'] }, {}, 'solana.rpc_urls[1]', 'must be a URL that starts with http: or https:'],
  [{}, { APP_RPC_URL: `${FIRST} hunter2` }, 'APP_RPC_URL', 'must be a URL'],
  [{}, { APP_RPC_URL: Array(9).fill(FIRST).join(' ') }, 'APP_RPC_URL', 'must name at most 8 servers'],
])('refuses %j and %j, and repeats no URL', async (given, environment, key, rule) => {
  const error = await refusalOf(given, environment);
  expect([error.key, error.rule]).toEqual([key, expect.stringContaining(rule)]);
  expect(error.message).not.toContain('hunter2');
});

it.each([[[]], [Array(9).fill(FIRST)], [['']], ['']])('the schema refuses rpc_urls = %j', (urls) => {
  expect(Value.Check(solanaTable('APP_RPC_URL').properties.rpc_urls, urls)).toBe(false);
});
