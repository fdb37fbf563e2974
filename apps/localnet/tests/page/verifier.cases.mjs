// The verifier: an answer from anywhere, and no gateway.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createClient, keypairSigner, owner } from '@oracle-gateway/client';
import { intercept } from './interception.mjs';
import { fill, membersOf, pageWorld, picture, press, separated, textOf, visit } from './page-world.mjs';

let stored, storedList, storedIndex;

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
    const asked = { owner: account.feedOwner, quorum: 3 };
    stored = { ...asked, answer, value, source };
    const members = ['first', 'second'].map((name) => ({ ...source, url: `${source.url}-${name}` }));
    const dead = { ...source, url: `${sources.echo}/?status=500&body=&page=verifier` };
    const withDead = [members[0], dead, members[1]];
    const list = await client.values(withDead, { quorum: 3, minValues: 2 });
    storedList = { ...asked, answer: list.answer, sources: withDead, minValues: 2 };
    const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 };
    const index = { apiConfigs: members, combine };
    const combined = await client.round(index, { quorum: 3 });
    storedIndex = { ...asked, answer: combined.answer, value: combined.value, source: index };
  });

  it('verifies what the command line stored', async () => {
    const { page, close } = await visitAlone();
    await fill(page, 'Answer', JSON.stringify(stored));
    await press(page, 'Verify');
    assert.equal(await textOf(page, '#pasted-verdict strong'), `✓ ${separated(stored.value)}`);
    await picture(page, 'pasted');
    await close();
  });

  it('shows each member of a list with its value, or that it has none', async () => {
    const { page, close } = await visitAlone();
    await fill(page, 'Answer', JSON.stringify(storedList));
    await press(page, 'Verify');
    assert.equal(await textOf(page, '#pasted-verdict strong'), '✓ 2 of 3 values');
    const rows = await membersOf(page);
    assert.deepEqual(
      rows.map(([url]) => url),
      storedList.sources.map(({ url }) => url),
    );
    assert.deepEqual([rows[0][1], rows[2][1]], [separated(stored.value), separated(stored.value)]);
    assert.match(rows[1][1], /^no value; the gateway says: /);
    const values = storedList.answer.data.values.with(0, { ...storedList.answer.data.values[0], value: '1' });
    const answer = { ...storedList.answer, data: { ...storedList.answer.data, values } };
    await fill(page, 'Answer', JSON.stringify({ ...storedList, answer }));
    await press(page, 'Verify');
    assert.equal(await textOf(page, '.note.refused code'), 'inconsistent');
    assert.equal(await page.$('#members'), null);
    await close();
  });

  it('shows the value of an index with its sources', async () => {
    const { page, close } = await visitAlone();
    await fill(page, 'Answer', JSON.stringify(storedIndex));
    await press(page, 'Verify');
    assert.equal(await textOf(page, '#pasted-verdict strong'), `✓ ${separated(storedIndex.value)}`);
    assert.deepEqual(
      await membersOf(page),
      storedIndex.source.apiConfigs.map(({ url }) => [url]),
    );
    await close();
  });

  it('verifies a bare answer with what its reader expects', async () => {
    const { page, close } = await visitAlone();
    await fill(page, 'Answer', JSON.stringify(stored.answer));
    await fill(page, 'The source', JSON.stringify(stored.source));
    await fill(page, 'Owner', stored.owner);
    await press(page, 'Verify');
    assert.equal(await textOf(page, '#pasted-verdict strong'), `✓ ${separated(stored.value)}`);
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
