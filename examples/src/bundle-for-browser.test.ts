import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { ledger as answeringLedger, nowSeconds, vector } from '../tests/attested-result.js';
import { bundleForBrowser } from './bundle-for-browser.js';

// The workspace's TypeScript sources, so that this test needs no build.
const conditions = ['@oracle-gateway/source'];

const input = {
  answer: vector.result,
  expected: { owner: vector.owner, source: vector.apiConfig, quorum: 3 },
  ledger: { rpcUrl: 'http://ledger.test', programId: vector.programId, network: vector.network },
};

async function fetchFromLedger(url: string, init: { method: string; headers: Record<string, string>; body: string }): Promise<Response> {
  return Response.json(await (await answeringLedger(url, init)).json());
}

/** Runs the bundle where only the language and what every page has exist: no process, Buffer, require or crypto. */
async function verifyInEmptyWorld(bundle: string, given: unknown): Promise<unknown> {
  const ofEveryPage = { atob, TextEncoder, TextDecoder, URL, AbortController, setTimeout, clearTimeout };
  const context = createContext({ ...ofEveryPage, fetchFromLedger, nowMs: nowSeconds * 1000, given: JSON.stringify(given) });
  const call = 'oracleGateway.verifyFromLedger(JSON.parse(given), { fetch: fetchFromLedger, clock: () => nowMs })';
  const answer: unknown = await runInContext(
    `${bundle};${call}.then(JSON.stringify, ({ code, reason }) => JSON.stringify({ code, reason }))`,
    context,
  );
  return JSON.parse(String(answer));
}

describe('the browser bundle', () => {
  let bundle = '';
  beforeAll(async () => {
    bundle = await bundleForBrowser({ conditions });
  });

  it('verifies a result in a world without Node', async () => {
    expect(await verifyInEmptyWorld(bundle, input)).toMatchObject({ value: '64628.31', signers: vector.signers });
  });

  it('refuses a tampered result there', async () => {
    const data = { ...vector.result.data, timestamp: vector.result.data.timestamp - 1 };
    const verdict = await verifyInEmptyWorld(bundle, { ...input, answer: { status: 'completed', data } });
    expect(verdict).toEqual({ code: 'verification_failed', reason: 'not_signed' });
  });
});
