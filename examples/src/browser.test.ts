import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { ledger, nowSeconds, vector } from '../tests/attested-result.js';
import { bundleForBrowser } from './bundle-for-browser.js';

// The workspace's TypeScript sources, so that this test needs no build.
const conditions = ['@oracle-gateway/source'];

const input = {
  result: vector.result,
  request: { owner: vector.owner, apiConfig: vector.apiConfig, signaturesRequired: 3 },
  ledger: { rpcUrl: 'http://ledger.test', programId: vector.programId, network: vector.network },
  nowSeconds,
};

/** Runs the bundle where only the language and these five exist: no process, Buffer, require, crypto or timers. */
async function verifyInEmptyWorld(bundle: string, given: unknown): Promise<unknown> {
  const context = createContext({ fetch: ledger, atob, TextEncoder, TextDecoder, URL, given: JSON.stringify(given) });
  const call = 'oracleGateway.verifyInBrowser({ ...JSON.parse(given), fetch }).then(JSON.stringify)';
  const answer: unknown = await runInContext(`${bundle};${call}`, context);
  return JSON.parse(String(answer));
}

describe('the browser bundle', () => {
  let bundle = '';
  beforeAll(async () => {
    bundle = await bundleForBrowser({ format: 'iife', conditions });
  });

  it('verifies a result in a world without Node', async () => {
    expect(await verifyInEmptyWorld(bundle, input)).toMatchObject({ ok: true, value: '64628.31', signers: vector.signers });
  });

  it('refuses a tampered result there', async () => {
    const data = { ...vector.result.data, timestamp: vector.result.data.timestamp - 1 };
    const verdict = await verifyInEmptyWorld(bundle, { ...input, result: { status: 'completed', data } });
    expect(verdict).toMatchObject({ ok: false });
  });
});
