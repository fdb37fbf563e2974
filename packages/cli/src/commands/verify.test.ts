import { VerificationError } from '@oracle-gateway/client';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { afterEach, describe, expect, it, vi } from 'vitest';

import { SAMPLE_LIST, SAMPLE_ROUND } from '../../tests/sample-round.js';
import { openTerminal, PROGRAM, sampleKey, type TypedTerminal } from '../../tests/typed-command.js';

const SOURCE = { url: 'https://host.test/price', method: 'GET' };
const OWNER = sampleKey(1).address;
const STORED = { value: 'never read', source: SOURCE, owner: OWNER, quorum: 3, answer: { status: 'completed' } };

let terminal: TypedTerminal;
afterEach(() => terminal.close());

function open(verifyFromLedger = vi.fn(() => Promise.resolve({ ...SAMPLE_ROUND, observedAtMs: SAMPLE_ROUND.observedAtMs - 30_000 }))) {
  terminal = openTerminal({}, { verifyFromLedger });
  return verifyFromLedger;
}

describe('verify', () => {
  it('takes a line of `get --json`, and asks the ledger alone', async () => {
    const verifyFromLedger = open();
    const typed = await terminal.type(['verify', terminal.file('answer.json', JSON.stringify(STORED))]);
    expect(typed).toMatchObject({ exitCode: 0, output: '64628.31\n' });
    expect(typed.errors).toContain('source GET https://host.test/price\n');
    expect(verifyFromLedger).toHaveBeenCalledExactlyOnceWith({
      answer: STORED.answer,
      expected: { source: SOURCE, owner: OWNER, quorum: 3 },
      ledger: { rpcUrl: 'http://rpc.test', programId: PROGRAM, network: 'solana:localnet' },
      signal: expect.any(AbortSignal) as AbortSignal,
    });
    expect(terminal.asked).toEqual([]);
  });

  it('takes the body of an answer, with what the user says was asked for', async () => {
    const verifyFromLedger = open();
    const words = ['verify', '-', '--source', JSON.stringify(SOURCE), '-n', '2', '--owner', OWNER];
    expect(await terminal.type(words, { stdin: JSON.stringify(STORED.answer) })).toMatchObject({ exitCode: 0 });
    expect(verifyFromLedger).toHaveBeenCalledWith(
      expect.objectContaining({ answer: STORED.answer, expected: { source: SOURCE, owner: OWNER, quorum: 2 } }),
    );
  });

  it("what the user says comes before the file's words", async () => {
    const verifyFromLedger = open();
    await terminal.type(['verify', '-', '-n', '5', '--source', 'coinbase/btc-usd'], { stdin: JSON.stringify(STORED) });
    const expected = expect.objectContaining({
      quorum: 5,
      source: expect.objectContaining({ url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot' }) as object,
    }) as object;
    expect(verifyFromLedger).toHaveBeenCalledWith(expect.objectContaining({ expected }));
  });

  it('prints no value that is not verified', async () => {
    open(vi.fn(() => Promise.reject(new VerificationError('not_signed', 'the nodes did not sign this'))));
    expect(await terminal.type(['verify', '-'], { stdin: JSON.stringify(STORED) })).toMatchObject({ exitCode: 4, output: '' });
  });

  it('refuses a value that is older than --max-age', async () => {
    open();
    const words = (age: string) => ['verify', '-', '--max-age', age];
    expect(await terminal.type(words('30s'), { stdin: JSON.stringify(STORED) })).toMatchObject({ exitCode: 0 });
    expect(await terminal.type(words('29s'), { stdin: JSON.stringify(STORED) })).toMatchObject({ exitCode: 4, output: '' });
  });

  it.each<[string, string, string]>([
    ['no JSON', '{', 'file: must be JSON'],
    ['no object', '[]', 'file: must hold one JSON object'],
    ['no source', JSON.stringify({ ...STORED, source: undefined }), '--source: is required'],
    ['no quorum', JSON.stringify({ ...STORED, quorum: undefined }), '--quorum: is required'],
    ['a quorum that is none', JSON.stringify({ ...STORED, quorum: 65 }), 'file: quorum: must be a whole number 1..64'],
    ['an owner that is none', JSON.stringify({ ...STORED, owner: 7 }), 'file: owner: must be an address in base58'],
    ['a source that is none', JSON.stringify({ ...STORED, source: { url: 7 } }), 'file: source: apiConfig.url: must be a string'],
  ])('a file with %s is wrong usage', async (_what, stdin, text) => {
    const verifyFromLedger = open();
    const { exitCode, output, errors } = await terminal.type(['verify', '-'], { stdin });
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(errors).toContain(text);
    expect(verifyFromLedger).not.toHaveBeenCalled();
  });
});

describe('verify --registry', () => {
  const { programId, network, registryAccount, owner } = vector;
  const KEPT = { programId, network, registryAccount };
  const LINE = { source: vector.apiConfig, owner, quorum: 3, registry: KEPT, answer: vector.result };

  /** A terminal without settings, whose ledger must not be asked. */
  function openOffline() {
    terminal = openTerminal({}, { verifyFromLedger: () => Promise.reject(new Error('the ledger was asked')) });
    return (words: readonly string[]) =>
      terminal.type(words, { environment: { ORACLE_GATEWAY_RPC: '', ORACLE_GATEWAY_PROGRAM: '', ORACLE_GATEWAY_NETWORK: '' } });
  }

  it('verifies a line of `get --json` by the registry that it keeps, and asks no server', async () => {
    const type = openOffline();
    const line = terminal.file('line.json', JSON.stringify(LINE));
    const typed = await type(['verify', line, '--registry', line]);
    expect(typed).toMatchObject({ exitCode: 0, output: '64628.31\n' });
    expect(typed.errors).toContain('by the kept registry: no server was asked\n');
  });

  it('takes a file of the registry alone', async () => {
    const type = openOffline();
    const words = [terminal.file('line.json', JSON.stringify(LINE)), '--registry', terminal.file('registry.json', JSON.stringify(KEPT))];
    expect(await type(['verify', ...words])).toMatchObject({ exitCode: 0, output: '64628.31\n' });
  });

  it('refuses an answer that these keys did not sign', async () => {
    const type = openOffline();
    const data = { ...vector.result.data, timestamp: vector.result.data.timestamp + 1 };
    const line = terminal.file('line.json', JSON.stringify({ ...LINE, answer: { ...vector.result, data } }));
    expect(await type(['verify', line, '--registry', line])).toMatchObject({ exitCode: 4, output: '' });
  });

  it('names what is no registry, and a setting that goes with a server', async () => {
    const type = openOffline();
    const line = terminal.file('line.json', JSON.stringify({ ...LINE, registry: { ...KEPT, network: 7 } }));
    expect((await type(['verify', line, '--registry', line])).errors).toContain('--registry: network: must be a text; keep one with');
    const typed = await type(['verify', line, '--registry', line, '--rpc', 'http://rpc.test']);
    expect(typed).toMatchObject({ exitCode: 2 });
    expect(typed.errors).toContain('--registry: must come without --rpc');
  });
});

describe('verify of a list', () => {
  const SOURCES = [SOURCE, { ...SOURCE, url: 'https://other.test/' }];
  const LIST = { sources: SOURCES, minValues: 1, owner: OWNER, quorum: 3, answer: STORED.answer };

  it('takes a line of `get --json`, and prints a line a value', async () => {
    const verifyValuesFromLedger = vi.fn(() => Promise.resolve(SAMPLE_LIST));
    terminal = openTerminal({}, { verifyValuesFromLedger });
    const typed = await terminal.type(['verify', '-'], { stdin: JSON.stringify(LIST) });
    expect(typed).toMatchObject({ exitCode: 0, output: '64628.31\n-\n' });
    const expected = { sources: SOURCES, minValues: 1, owner: OWNER, quorum: 3 };
    expect(verifyValuesFromLedger).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ answer: STORED.answer, expected }));
  });

  it('takes several --source, with the body of an answer', async () => {
    const verifyValuesFromLedger = vi.fn(() => Promise.resolve(SAMPLE_LIST));
    terminal = openTerminal({}, { verifyValuesFromLedger });
    const words = ['verify', '-', ...SOURCES.flatMap((one) => ['--source', JSON.stringify(one)]), '-n', '3', '--min-values', '1'];
    expect(await terminal.type(words, { stdin: JSON.stringify(STORED.answer) })).toMatchObject({ exitCode: 0 });
    const expected = { sources: SOURCES, minValues: 1, quorum: 3 };
    expect(verifyValuesFromLedger).toHaveBeenCalledWith(expect.objectContaining({ expected }));
  });

  it.each([{ sources: 7 }, { sources: [SOURCE] }, { minValues: 3 }, { minValues: 'all' }])('refuses a file with %j', async (change) => {
    terminal = openTerminal();
    expect(await terminal.type(['verify', '-'], { stdin: JSON.stringify({ ...LIST, ...change }) })).toMatchObject({
      exitCode: 2,
      output: '',
    });
  });
});
