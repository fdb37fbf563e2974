// verify.html as its users have it: an answer is pasted, and only the ledger is asked.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createClient, keypairSigner, owner } from '@oracle-gateway/client';
import { newPage, pageWorld } from './page-world.mjs';

let manifest, otherOrigin;

/** The page's verdict on these fields. */
async function verdictOf(fields) {
  const page = await newPage();
  await page.goto(`${otherOrigin}/verify.html`);
  for (const [name, value] of Object.entries(fields)) {
    await page.$eval(`[name=${name}]`, (field, text) => (field.value = text), value);
  }
  await page.locator('button').click();
  await page.waitForFunction(`/^(VERIFIED|REFUSED|error)/.test(document.querySelector("output").textContent)`);
  return page.$eval('output', (output) => output.textContent);
}

describe('the page that verifies', () => {
  before(() => {
    ({ manifest, otherOrigin } = pageWorld());
  });

  it('says VERIFIED of an answer, and REFUSED of the same answer with another time', async () => {
    const { gatewayUrl: gateway, rpcUrl, programId, network, sources } = manifest;
    const signer = keypairSigner(Uint8Array.from(manifest.keys.subscriptionOwner));
    const source = { url: `${sources.price}/v2/prices/BTC-USD/spot?page=verify`, method: 'GET', responseParser: '$.data.amount' };
    const client = createClient({ gateway, ledger: { rpcUrl, programId, network }, account: owner({ signer }) });
    const answer = JSON.stringify((await client.round(source, { quorum: 3 })).answer);
    const fields = { rpcUrl, programId, network, owner: signer.address, apiConfig: JSON.stringify(source), quorum: '3' };
    assert.match(await verdictOf({ ...fields, answer }), /^VERIFIED\nvalue 64628\.31\n/);
    const changed = answer.replace('"timestamp":1', '"timestamp":2');
    assert.match(await verdictOf({ ...fields, answer: changed }), /^REFUSED: the nodes of the registry did not sign this/);
  });
});
