import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { OpenSession } from '@oracle-gateway/client';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { SAMPLE_ROUND } from './sample-round.js';
import { NOW_MS, openTerminal, sampleKey, type TypedTerminal } from './typed-command.js';

const [KEY, OTHER] = [sampleKey(1), sampleKey(2)];
const GET = ['get', 'https://host.test/price'];
const SESSION: OpenSession = {
  gateway: 'http://gateway.test',
  token: 'token-of-the-session',
  address: KEY.address,
  subscriptionOwner: KEY.address,
  expiresAtSeconds: NOW_MS / 1_000 + 3_600,
};

let terminal: TypedTerminal;
afterEach(() => terminal.close());

function open() {
  const made: { readonly kind: string; readonly input: unknown }[] = [];
  const make = (kind: string) => (input: object) => {
    made.push({ kind, input });
    return { feedOwner: KEY.address, signOut: () => Promise.resolve(), earn: () => Promise.reject(new Error('never asked')) };
  };
  const client = {
    round: () => Promise.resolve(SAMPLE_ROUND),
    signIn: () => Promise.resolve(SESSION),
    signOut: vi.fn(() => Promise.resolve()),
  };
  terminal = openTerminal(client, { owner: make('owner'), delegate: make('delegate'), session: make('session'), agent: make('agent') });
  return { made, client, key: ['--key', terminal.file('key.json', JSON.stringify(KEY.bytes))] };
}

const signer = expect.objectContaining({ address: KEY.address }) as object;

describe('--account', () => {
  it.each([
    [[], { kind: 'owner', input: { signer } }],
    [
      ['--account', 'delegate', '--subscription-owner', OTHER.address],
      { kind: 'delegate', input: { signer, subscriptionOwner: OTHER.address } },
    ],
    [['--account', 'agent', '--max-amount', '0.0025usd'], { kind: 'agent', input: { signer, maxAmount: 2_500n } }],
    [['--account', 'session'], { kind: 'session', input: { signer, onOpened: expect.any(Function) as unknown } }],
  ])('%j opens its account', async (words, expected) => {
    const { made, key } = open();
    expect(await terminal.type([...GET, ...key, ...words])).toMatchObject({ exitCode: 0 });
    expect(made).toEqual([expected]);
  });

  it('x402 signs transactions with the key, within its limit', async () => {
    const { key } = open();
    expect(await terminal.type([...GET, ...key, '--account', 'x402', '--max-amount', '$0.001'])).toMatchObject({ exitCode: 0 });
    expect(terminal.asked[0]).toMatchObject({ signer: { address: KEY.address }, maxAmount: 1_000n, rpcUrl: 'http://rpc.test' });
  });

  it.each([
    [['--account', 'agent'], '--max-amount: is required'],
    [['--account', 'x402'], '--max-amount: is required'],
    [
      ['--account', 'agent', '--max-amount', '0usd'],
      '--max-amount: must be an amount in dollars with its unit, such as $0.005 or 0.005usd',
    ],
    [['--account', 'agent', '--max-amount', '2500'], '--max-amount: must be an amount in dollars with its unit'],
    [['--account', 'delegate'], '--subscription-owner: is required'],
    [['--account', 'bank'], '--account: must be one of owner, delegate, session, agent, x402'],
  ])('%j is wrong usage', async (words, text) => {
    const { made, key } = open();
    const { exitCode, errors } = await terminal.type([...GET, ...key, ...words]);
    expect({ exitCode, made }).toEqual({ exitCode: 2, made: [] });
    expect(errors).toContain(text);
  });
});

describe('--key', () => {
  it.each([0o640, 0o604, 0o644])('refuses a file of mode %o, as ssh does', async (mode) => {
    open();
    const { exitCode, errors } = await terminal.type([...GET, '--key', terminal.file('open.json', JSON.stringify(KEY.bytes), mode)]);
    expect(exitCode).toBe(2);
    expect(errors).toContain('--key: must name a file that only its owner can read: run chmod 600 on it');
  });

  it.each(['[1, 2, 3]', 'not json', JSON.stringify([...KEY.bytes.slice(0, 63), 7]), JSON.stringify([...KEY.bytes.slice(0, 63), 256])])(
    'repeats nothing of a file that is no key: %#',
    async (text) => {
      open();
      const { exitCode, output, errors } = await terminal.type([...GET, '--key', terminal.file('broken.json', text)]);
      expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
      expect(errors).not.toContain('1,1,1');
    },
  );

  it('says every way to give a key where no key is given', async () => {
    open();
    const { exitCode, errors } = await terminal.type(GET);
    expect(exitCode).toBe(2);
    expect(errors).toContain('--key: is required, here, in ORACLE_GATEWAY_KEY, or in a profile by `config set key`');
  });
});

describe('a session', () => {
  const sessionFolder = (): string => join(terminal.home, '.local', 'state', 'oracle-gateway', 'sessions');
  const files = (): string[] => readdirSync(sessionFolder());

  it('is kept by login in a file of its owner alone, and its token is never printed', async () => {
    const { key } = open();
    const { exitCode, output, errors } = await terminal.type(['login', ...key]);
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: `${KEY.address}\n` });
    expect(`${output}${errors}`).not.toContain(SESSION.token);
    expect(files()).toHaveLength(1);
    const path = join(sessionFolder(), files()[0]!);
    expect([statSync(path).mode & 0o777, statSync(sessionFolder()).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 1, ...SESSION });
    const json = await terminal.type(['login', ...key, '--json']);
    expect(JSON.parse(json.output)).toEqual({
      address: KEY.address,
      subscriptionOwner: KEY.address,
      expiresAt: '2026-11-23T10:00:00.000Z',
    });
  });

  it('serves later commands without the key where it is kept', async () => {
    const { made, key } = open();
    await terminal.type(['login', ...key]);
    made.length = 0;
    expect(await terminal.type([...GET, '--account', 'session'])).toMatchObject({ exitCode: 0, output: '64628.31\n' });
    expect(made).toEqual([{ kind: 'session', input: { opened: SESSION, onOpened: expect.any(Function) as unknown } }]);
  });

  it('of another gateway is not used', async () => {
    const { key } = open();
    await terminal.type(['login', ...key]);
    const { exitCode, errors } = await terminal.type([...GET, '--account', 'session', '--gateway', 'http://other.test']);
    expect(exitCode).toBe(2);
    expect(errors).toContain('run oracle-gateway login');
  });

  it('is not used once it has ended', async () => {
    const { key } = open();
    await terminal.type(['login', ...key]);
    const path = join(sessionFolder(), files()[0]!);
    terminal.file(path.slice(terminal.home.length + 1), JSON.stringify({ ...SESSION, expiresAtSeconds: NOW_MS / 1_000 + 59 }));
    expect(await terminal.type([...GET, '--account', 'session'])).toMatchObject({ exitCode: 2 });
  });

  it('is ended by logout, here even where the gateway cannot be reached', async () => {
    const { client, key } = open();
    await terminal.type(['login', ...key]);
    client.signOut.mockRejectedValueOnce(new Error('away'));
    expect(await terminal.type(['logout'])).toMatchObject({ exitCode: 1 });
    expect(files()).toEqual([]);
    await terminal.type(['login', ...key]);
    expect(await terminal.type(['logout'])).toEqual({ exitCode: 0, output: '', errors: `signed out ${KEY.address}\n` });
    expect(client.signOut).toHaveBeenCalledTimes(2);
    expect(await terminal.type(['logout'])).toMatchObject({ exitCode: 0, errors: 'no session is kept for this gateway\n' });
  });
});
