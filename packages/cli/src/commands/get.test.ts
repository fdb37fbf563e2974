import {
  type Client,
  GatewayError,
  SpendingLimitError,
  TransportError,
  UnknownOutcomeError,
  VerificationError,
} from '@oracle-gateway/client';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { SAMPLE_LIST, SAMPLE_ROUND } from '../../tests/sample-round.js';
import { openTerminal, PROGRAM, sampleKey, type TypedTerminal } from '../../tests/typed-command.js';

const URL_SOURCE = ['https://host.test/price', '--path', '$.price'];
const KEY = sampleKey(1);

let terminal: TypedTerminal;
afterEach(() => terminal.close());

function open(round = vi.fn(() => Promise.resolve(SAMPLE_ROUND))) {
  terminal = openTerminal({ round });
  return { round, key: terminal.file('key.json', JSON.stringify(KEY.bytes)) };
}

describe('get', () => {
  it('prints the value alone on the standard output, and everything else on the standard error', async () => {
    const { round, key } = open();
    const { exitCode, output, errors } = await terminal.type(['get', ...URL_SOURCE, '--key', key]);
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: '64628.31\n' });
    expect(errors).toBe('verified: nodes 0, 1, 4 saw this value, observed at 2026-11-23T09:00:00.000Z, round Round1\n');
    const source = { url: 'https://host.test/price', method: 'GET', responseParser: '$.price' };
    expect(round).toHaveBeenCalledExactlyOnceWith(source, { quorum: 3, signal: expect.any(AbortSignal) as AbortSignal });
  });

  it('--quiet leaves the standard error empty', async () => {
    const { key } = open();
    expect(await terminal.type(['get', ...URL_SOURCE, '--key', key, '-q'])).toEqual({ exitCode: 0, output: '64628.31\n', errors: '' });
  });

  it('--json prints one line with all that verifies the value again', async () => {
    const registry = { programId: PROGRAM, network: 'solana:localnet', registryAccount: 'AAAA' };
    const keepRegistry = vi.fn(() => Promise.resolve(registry));
    terminal = openTerminal({ round: () => Promise.resolve(SAMPLE_ROUND) }, { keepRegistry });
    const key = terminal.file('key.json', JSON.stringify(KEY.bytes));
    const { output, errors } = await terminal.type(['get', ...URL_SOURCE, '--key', key, '--json']);
    expect(errors).toBe('');
    expect(output).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(output)).toEqual({
      value: '64628.31',
      observedAt: '2026-11-23T09:00:00.000Z',
      observedAtMs: SAMPLE_ROUND.observedAtMs,
      timestampMs: SAMPLE_ROUND.timestampMs,
      signers: [0, 1, 4],
      quorum: 3,
      mode: 'exact',
      feedId: SAMPLE_ROUND.feedId,
      sourceId: SAMPLE_ROUND.sourceId,
      registryVersion: 1,
      roundId: 'Round1',
      source: { url: 'https://host.test/price', method: 'GET', responseParser: '$.price' },
      owner: KEY.address,
      registry,
      answer: { status: 'completed' },
    });
    const ledger = { rpcUrl: 'http://rpc.test', programId: PROGRAM, network: 'solana:localnet' };
    expect(keepRegistry).toHaveBeenCalledExactlyOnceWith({ ledger, version: 1, signal: expect.any(AbortSignal) as AbortSignal });
  });

  it('prints a value whose registry cannot be kept, and says so', async () => {
    const keepRegistry = vi.fn(() => Promise.reject(new TransportError('ledger', 'the ledger gave no answer')));
    terminal = openTerminal({ round: () => Promise.resolve(SAMPLE_ROUND) }, { keepRegistry });
    const key = terminal.file('key.json', JSON.stringify(KEY.bytes));
    const { exitCode, output, errors } = await terminal.type(['get', ...URL_SOURCE, '--key', key, '--json']);
    expect({ exitCode, errors }).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(output)).not.toHaveProperty('registry');
    await terminal.type(['get', ...URL_SOURCE, '--key', key]);
    expect(keepRegistry).toHaveBeenCalledOnce();
  });

  it('--wait adds how the round was settled', async () => {
    const { key } = open();
    const { output, errors } = await terminal.type(['get', ...URL_SOURCE, '--key', key, '--wait']);
    expect(output).toBe('64628.31\n');
    expect(errors).toContain('settled in slot 7 by Signature1\n');
    const { output: json } = await terminal.type(['get', ...URL_SOURCE, '--key', key, '--wait', '--json']);
    expect(JSON.parse(json)).toMatchObject({ settlement: { kind: 'settled', signature: 'Signature1', slot: 7 } });
  });

  it('takes the quorum of the client where neither flag nor feed has one', async () => {
    const round = vi.fn<Client['round']>(() => Promise.resolve(SAMPLE_ROUND));
    terminal = openTerminal({ round, defaultQuorum: () => Promise.resolve(4) });
    await terminal.type(['get', ...URL_SOURCE, '--key', terminal.file('key.json', JSON.stringify(KEY.bytes))]);
    expect(round.mock.calls[0]?.[1]).toMatchObject({ quorum: 4 });
  });

  it("takes the feed's quorum unless a quorum is given", async () => {
    const { round, key } = open();
    await terminal.type(['get', 'coinbase/btc-usd', '--key', key]);
    await terminal.type(['get', 'coinbase/btc-usd', '--key', key, '-n', '5']);
    expect(round.mock.calls.map((call: readonly unknown[]) => call[1])).toMatchObject([{ quorum: 3 }, { quorum: 5 }]);
  });

  it.each([
    [new VerificationError('not_signed', 'the nodes did not sign'), 4, 'the nodes did not sign'],
    [new UnknownOutcomeError({ roundId: 'Round7' }), 6, 'look it up: oracle-gateway rounds Round7'],
    [new SpendingLimitError(2_500n, 100n), 3, 'costs $0.0025'],
  ])('prints no value where the client throws %s', async (error, exitCode, text) => {
    const { key } = open(vi.fn(() => Promise.reject(error)));
    const typed = await terminal.type(['get', ...URL_SOURCE, '--key', key]);
    expect(typed).toMatchObject({ exitCode, output: '' });
    expect(typed.errors).toContain(text);
    const json = await terminal.type(['get', ...URL_SOURCE, '--key', key, '--json']);
    expect([json.exitCode, json.output, JSON.parse(json.errors)]).toMatchObject([exitCode, '', { error: { code: error.code, exitCode } }]);
  });

  it('shows what it waits for on a terminal only, and takes it away', async () => {
    const { key } = open();
    const { errors } = await terminal.type(['get', ...URL_SOURCE, '--key', key], { isTerminal: true });
    expect(errors).toContain('\r\u001b[2K');
    const plain = await terminal.type(['get', ...URL_SOURCE, '--key', key]);
    expect(plain.errors).not.toContain('asking');
  });

  it('seals the secrets of files and of nothing else', async () => {
    const { round, key } = open();
    const token = terminal.file('token.txt', 'hush\n');
    const words = ['get', 'https://host.test/price', '-H', 'authorization: {{secret.token}}', '--key', key];
    await terminal.type([...words, '--secret', `token=@${token}`]);
    expect(round).toHaveBeenCalledWith(
      expect.objectContaining({ headers: { authorization: '{{secret.token}}' } }),
      expect.objectContaining({ secrets: { token: 'hush' } }),
    );
    const literal = await terminal.type([...words, '--secret', 'token=hush']);
    expect(literal).toMatchObject({ exitCode: 2, output: '' });
    expect(literal.errors).toContain('--secret: must be <name>=@<file>');
    expect(literal.errors).not.toContain('hush');
  });
});

describe('get of several sources', () => {
  const SOURCES = ['https://host.test/price', 'https://other.test/'];

  function openList(values = vi.fn<Client['values']>(() => Promise.resolve(SAMPLE_LIST))) {
    terminal = openTerminal({ values });
    return { values, words: ['get', ...SOURCES, '--key', terminal.file('key.json', JSON.stringify(KEY.bytes))] };
  }

  it('prints one line a value, and says by its exit code that one is missing', async () => {
    const { values, words } = openList();
    const { exitCode, output, errors } = await terminal.type([...words, '--min-values', '1']);
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: '64628.31\n-\n' });
    expect(errors).toContain('signed 1 of 2 values');
    expect(errors).toContain('no value of https://other.test/: the gateway says the source answered 503\n');
    const asked = SOURCES.map((url) => ({ url, method: 'GET' }));
    expect(values).toHaveBeenCalledExactlyOnceWith(asked, expect.objectContaining({ quorum: 3, minValues: 1 }));
  });

  it('has exit code 0 where all values are there, and waits for the settlement', async () => {
    const all = SAMPLE_LIST.values.map((one) => (one.value === null ? { ...one, value: '7', observedAtMs: 1 } : one));
    const { words } = openList(vi.fn<Client['values']>(() => Promise.resolve({ ...SAMPLE_LIST, values: all })));
    const { exitCode, output, errors } = await terminal.type([...words, '--wait']);
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: '64628.31\n7\n' });
    expect(errors).toContain('settled in slot 8 by Signature2\n');
  });

  it('--json prints one line, which says what was asked for', async () => {
    const { words } = openList();
    const json: unknown = JSON.parse((await terminal.type([...words, '--json'])).output);
    expect(json).toMatchObject({
      values: [{ value: '64628.31' }, { value: null }],
      sources: [{}, {}],
      roundId: 'Round2',
      owner: KEY.address,
    });
  });

  it.each([
    ['an index among them', ['get', 'index/btc-usd', 'coinbase/btc-usd'], 'source: must be no index'],
    ['--min-values of one source', ['get', 'coinbase/btc-usd', '--min-values', '1'], '--min-values: goes with several sources'],
  ])('refuses %s', async (_what, words, text) => {
    openList();
    const { exitCode, errors } = await terminal.type([...words, '--key', terminal.file('key.json', JSON.stringify(KEY.bytes))]);
    expect(exitCode).toBe(2);
    expect(errors).toContain(text);
  });
});

describe('a round whose source fails', () => {
  const body = {
    step: 'select',
    rule: 'nothing_selected',
    matched: '$.data',
    hint: 'Compare responseParser with the answer of the source.',
    nodes: { agree: 4, failed: 4 },
  };
  const message = 'the source failed: responseParser selects nothing in the answer of the source';
  const refusal = (code = 'upstream_failure') =>
    new GatewayError({ code, message, status: 503, roundId: 'Round1', docUrl: 'http://gateway.test/docs/errors/upstream_failure', body });

  it('is told with how far the path matches, what to do, the dry run to type, and the page about it', async () => {
    const { key } = open(vi.fn(() => Promise.reject(refusal())));
    const { exitCode, errors } = await terminal.type([
      'get',
      'https://host.test/a?b=c&d',
      '-p',
      "$.data['a b']",
      '-n',
      '4',
      '--key',
      key,
      '--wait',
    ]);
    expect(exitCode).toBe(3);
    expect(errors.split('\n')).toEqual([
      `oracle-gateway: the gateway refused: ${message} (upstream_failure)`,
      '  the answer matches up to $.data',
      '  Compare responseParser with the answer of the source.',
      `  try: oracle-gateway simulate 'https://host.test/a?b=c&d' --path '$.data['\\''a b'\\'']' --quorum 4 --key ${key}`,
      '  see http://gateway.test/docs/errors/upstream_failure',
      '  round Round1: nothing was paid; the next request needs a new timestamp',
      '',
    ]);
  });

  it('has all members in JSON', async () => {
    const { key } = open(vi.fn(() => Promise.reject(refusal())));
    const { errors } = await terminal.type(['get', ...URL_SOURCE, '--key', key, '--json']);
    expect(JSON.parse(errors)).toMatchObject({ error: { ...body, docUrl: 'http://gateway.test/docs/errors/upstream_failure' } });
  });

  it('spells no header and no body, which may hold a credential', async () => {
    const { key } = open(vi.fn(() => Promise.reject(refusal())));
    const { errors } = await terminal.type(['get', ...URL_SOURCE, '--header', 'X-Key: hidden', '--key', key]);
    expect(errors).toContain('try: the same command, with simulate in place of get\n');
    expect(errors).not.toContain('hidden');
  });

  it('names no dry run for another refusal', async () => {
    const { key } = open(vi.fn(() => Promise.reject(refusal('quota_committed'))));
    expect((await terminal.type(['get', ...URL_SOURCE, '--key', key])).errors).not.toContain('try:');
  });
});
