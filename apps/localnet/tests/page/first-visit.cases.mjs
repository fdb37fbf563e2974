// The first visit: from an empty browser to a verified, settled value.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canPress, fill, membersOf, pageWorld, picture, press, textOf, visit } from './page-world.mjs';

const VALUES = 6;

describe('a first visit', () => {
  it('ends with a verified value after one click, and shows its settlement', async () => {
    const { page, problems, close } = await visit();
    await page.waitForSelector('.feed[aria-pressed=true]');
    await press(page, 'Get a verified value');
    assert.match(await textOf(page, '#value'), /^\$?[\d,]+(\.\d+)?$/);
    assert.match(await textOf(page, '#verdict'), /^✓ in this page, with the keys of program /);
    await picture(page, 'verified');
    await page.waitForSelector('#settlement.good');
    assert.match(await textOf(page, '#settlement'), /^Settled in slot \d+/);
    assert.deepEqual(problems, []);
    await close();
  });

  it('tries a source, with a row for each node that was asked', async () => {
    const { page, problems, close } = await visit();
    await page.waitForSelector('.feed[aria-pressed=true]');
    await press(page, 'Try the source');
    assert.match(await textOf(page, '#would-sign'), /^A round would sign \$?\d/);
    const rows = await page.$$eval('#dry-run tbody tr', (found) => found.length);
    assert.ok(rows >= 3, `${rows} rows`);
    await picture(page, 'dry-run');
    assert.deepEqual(problems, []);
    await close();
  });

  it('asks for a list, and for an index, and shows their members', async () => {
    const { page, problems, close } = await visit();
    await page.waitForSelector('.feed[aria-pressed=true]');
    const { price, echo } = pageWorld().manifest.sources;
    const member = (url) => ({ url, method: 'GET', responseParser: '$.data.amount' });
    const [one, other] = ['one', 'other'].map((name) => member(`${price}/v2/prices/BTC-USD/spot?page=${name}`));
    const dead = member(`${echo}/?status=500&body=&page=list`);
    await fill(page, 'The same as JSON', JSON.stringify({ apiConfigs: [one, dead, other], minValues: 2 }));
    await press(page, 'Get a verified value');
    assert.equal(await textOf(page, '#value'), '2 of 3 values');
    const rows = await membersOf(page);
    assert.deepEqual(
      rows.map(([url]) => url),
      [one, dead, other].map(({ url }) => url),
    );
    assert.match(rows[0][1], /^\$?[\d,]+(\.\d+)?$/);
    assert.match(rows[1][1], /^no value; the gateway says: /);
    await page.waitForSelector('#settlement.good');
    await picture(page, 'list');
    const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 };
    await fill(page, 'The same as JSON', JSON.stringify({ apiConfigs: [one, other], combine }));
    await press(page, 'Get a verified value');
    assert.equal(await textOf(page, '#value'), rows[0][1]);
    assert.deepEqual(
      await membersOf(page),
      [one, other].map(({ url }) => [url]),
    );
    assert.deepEqual(problems, []);
    await close();
  });

  it('changes fields and JSON together, and names what is wrong', async () => {
    const { page, close } = await visit();
    await page.waitForSelector('.feed[aria-pressed=true]');
    await fill(page, 'JSONPath', '$.other');
    const json = async () => JSON.parse(await page.$eval('textarea', ({ value }) => value));
    assert.equal((await json()).responseParser, '$.other');
    await fill(page, 'The same as JSON', '{"url":"https://a.example/","method":"NO"}');
    await page.waitForFunction(() => document.querySelector('p.bad')?.textContent.startsWith('method '));
    assert.equal(await canPress(page, 'Get a verified value'), false);
    await close();
  });

  it('draws the values of a feed', async () => {
    const { page, close } = await visit();
    await page.waitForSelector('.feed[aria-pressed=true]');
    const numeric = { type: 'int256', decimals: 8 };
    const aggregation = { mode: 'tolerance', rule: 'median', maxDeviationBps: 100, maxAgeMs: 15_000, numeric };
    const url = `${pageWorld().manifest.sources.noisy}/price?spreadBps=20`;
    await fill(page, 'The same as JSON', JSON.stringify({ url, method: 'GET', responseParser: '$.price', aggregation }, null, 2));
    for (let count = 1; count <= VALUES; count += 1) {
      await press(page, 'Get a verified value');
      await page.waitForFunction((wanted) => document.querySelectorAll('circle.verified').length >= wanted, {}, count);
    }
    await picture(page, 'chart');
    const label = await page.$eval('svg[role=img]', (svg) => svg.getAttribute('aria-label'));
    assert.match(label, new RegExp(`^${VALUES} values from .*, ${VALUES} verified here$`));
    await close();
  });
});
