import { describe, expect, it } from 'vitest';
import { ledger, nowSeconds, vector } from '../tests/attested-result.js';
import { USAGE, verifyPayload, type World } from './command.js';

const files: Readonly<Record<string, string>> = {
  'config.json': JSON.stringify(vector.apiConfig),
  'result.json': JSON.stringify(vector.result),
  'tampered.json': JSON.stringify(vector.result).replace('"timestamp":17', '"timestamp":16'),
  'page.html': '<html>',
  'manifest.json': JSON.stringify({ rpcUrl: 'http://ledger.test', programId: vector.programId, network: vector.network }),
  'empty-manifest.json': '{}',
};

async function run(command: string, changes: Partial<World> = {}): Promise<{ status: number; output: string }> {
  const lines: string[] = [];
  const world: World = {
    readText: (path) => {
      const text = files[path];
      return text === undefined ? Promise.reject(new Error(`no such file: ${path}`)) : Promise.resolve(text);
    },
    readStandardInput: () => Promise.reject(new Error('standard input was read')),
    fetch: ledger,
    nowSeconds: () => nowSeconds,
    print: (line) => lines.push(line),
    ...changes,
  };
  const status = await verifyPayload(command.split(' '), world);
  return { status, output: lines.join('\n') };
}

const options = `--rpc http://ledger.test --program ${vector.programId} --network ${vector.network}`;
const request = `--owner ${vector.owner} --config config.json`;

describe('verify-payload', () => {
  it('exits 0 for a verified result and prints who signed what and when', async () => {
    const { status, output } = await run(`${options} ${request} --quorum 3 --file result.json`);
    expect(status).toBe(0);
    expect(output).toBe(
      [
        'VERIFIED',
        '  value        64628.31',
        '  observed at  2025-11-21T00:00:00.400Z (11 s ago)',
        '  signed by    nodes 0, 2, 4 (3 of 4)',
      ].join('\n'),
    );
  });

  it('takes the ledger from a manifest and the result from standard input', async () => {
    const readStandardInput = () => Promise.resolve(JSON.stringify(vector.result));
    expect(await run(`--manifest manifest.json ${request}`, { readStandardInput })).toMatchObject({ status: 0 });
  });

  it.each([
    ['a tampered result', 'tampered.json', /^REFUSED: the nodes of the registry did not sign this/],
    ['something else than a result', 'page.html', /^REFUSED: result: must be JSON$/],
    ['a result without members', 'manifest.json', /^REFUSED: status: must be "completed"$/],
  ])('exits 1 for %s', async (_what, file, output) => {
    const outcome = await run(`${options} ${request} --file ${file}`);
    expect(outcome.status).toBe(1);
    expect(outcome.output).toMatch(output);
  });

  it.each([
    ['no arguments', '--file result.json', /--owner is required/],
    ['an unknown option', `${options} ${request} --trust-me`, /trust-me/],
    ['no ledger', `${request} --file result.json`, /--rpc \(or --manifest\) is required/],
    ['a manifest without a ledger', `--manifest empty-manifest.json ${request} --file result.json`, /rpcUrl in the manifest is required/],
    ['an owner that is no key', `${options} --owner me --config config.json --file result.json`, /error: /],
    [
      'a quorum that is no number',
      `${options} ${request} --quorum three --file result.json`,
      /--quorum must be a whole number from 1 to 64/,
    ],
    ['a quorum beyond the registry', `${options} ${request} --quorum 65 --file result.json`, /--quorum must be a whole number/],
    ['a quorum of 0', `${options} ${request} --quorum 0 --file result.json`, /--quorum must be a whole number/],
    ['a file that is not there', `${options} ${request} --file none.json`, /no such file: none.json/],
  ])('exits 2 with the usage for %s', async (_what, command, output) => {
    const outcome = await run(command);
    expect(outcome.status).toBe(2);
    expect(outcome.output).toMatch(output);
    expect(outcome.output).toContain(USAGE);
  });

  it('exits 2 without a verdict when the ledger cannot be read', async () => {
    const fetch = () => Promise.reject(new Error('connection refused'));
    expect(await run(`${options} ${request} --file result.json`, { fetch })).toEqual({ status: 2, output: 'error: connection refused' });
  });
});
