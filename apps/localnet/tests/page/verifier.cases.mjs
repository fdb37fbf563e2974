// The verifier: an answer from anywhere, and no gateway.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createClient, keypairSigner, owner } from '@oracle-gateway/client';
import { intercept } from './interception.mjs';
import { fill, pageWorld, picture, press, textOf, visit } from './page-world.mjs';

let stored;

/** A visit whose gateway serves the page and nothing else. */
function visitAlone() {
  return visit({
    path: '/app/#verify',
    prepare: (page) => intercept(page, (request) => (request.url().includes('/v1/') ? null : undefined)),
  });
}

describe('the verifier, without a gateway', () => {
  before(async () => {
    const { gatewayUrl: gateway, rpcUrl, programId, network, keys, sources } = pageWorld().manifest;
    const account = owner({ signer: keypairSigner(Uint8Array.from(keys.subscriptionOwner)) });
    const client = createClient({ gateway, ledger: { rpcUrl, programId, network }, account });
    const source = { url: `${sources.price}/v2/prices/BTC-USD/spot?page=verifier`, method: 'GET', responseParser: '$.data.amount' };
    const { answer, value } = await client.round(source, { quorum: 3 });
    stored = { answer, value, source, owner: account.feedOwner, quorum: 3 };
  });

  it('verifies what the command line stored', async () => {
    const { page, close } = await visitAlone();
    await fill(page, 'Answer', JSON.stringify(stored));
    await press(page, 'Verify');
    assert.equal(await textOf(page, '#pasted-verdict strong'), `✓ ${stored.value}`);
    await picture(page, 'pasted');
    await close();
  });

  it('verifies a bare answer with what its reader expects', async () => {
    const { page, close } = await visitAlone();
    await fill(page, 'Answer', JSON.stringify(stored.answer));
    await fill(page, 'The source', JSON.stringify(stored.source));
    await fill(page, 'Owner', stored.owner);
    await press(page, 'Verify');
    assert.equal(await textOf(page, '#pasted-verdict strong'), `✓ ${stored.value}`);
    await fill(page, 'Quorum', '2');
    await press(page, 'Verify');
    assert.equal(await textOf(page, '.note.refused code'), 'other_quorum');
    assert.equal(await page.$('#pasted-verdict'), null);
    await close();
  });

  it('refuses an answer that was changed by one digit', async () => {
    const { page, close } = await visitAlone();
    const s = stored.answer.data.s.replace(/.$/, (last) => (last === '1' ? '2' : '1'));
    await fill(page, 'Answer', JSON.stringify({ ...stored, answer: { ...stored.answer, data: { ...stored.answer.data, s } } }));
    await press(page, 'Verify');
    assert.equal(await textOf(page, '.note.refused code'), 'not_signed');
    await close();
  });
});
