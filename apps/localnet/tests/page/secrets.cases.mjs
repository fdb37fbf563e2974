// A private source: its secret reaches the nodes, sealed, and is written nowhere.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canPress, fill, pageWorld, picture, press, textOf, visit } from './page-world.mjs';
import { violations } from './violations.mjs';

/** Everything that a page keeps or shows. */
const TRACES = `(async () => JSON.stringify([
  document.documentElement.outerHTML,
  location.href,
  document.title,
  document.cookie,
  JSON.stringify(history.state),
  JSON.stringify({ ...localStorage }),
  JSON.stringify({ ...sessionStorage }),
  JSON.stringify(await indexedDB.databases()),
  JSON.stringify(await caches.keys()),
]))()`;
const FIELDS = `[...document.querySelectorAll('input[type=password]')].map(({ value }) => value)`;

describe('the secret of a private source', () => {
  it('is sealed for the nodes, and is in no address, store, text, log or request', async () => {
    const { sources, secrets } = pageWorld().manifest;
    const { privateSource: secret } = secrets;
    const seen = [];
    const { page, problems, close } = await visit({
      prepare: (opened) => {
        opened.on('request', (request) => seen.push(request.url(), request.postData() ?? '', JSON.stringify(request.headers())));
        opened.on('console', (message) => seen.push(message.text()));
      },
    });
    await page.waitForSelector('.feed[aria-pressed=true]');
    const source = { url: `${sources.private}/balance`, method: 'GET', responseParser: '$.balance' };
    await fill(page, 'The same as JSON', JSON.stringify(source, null, 2));
    await press(page, 'Add a secret header');
    await page.waitForSelector('input[type=password]');
    assert.equal(await canPress(page, 'Get a verified value'), false, 'the secret comes first');
    await fill(page, 'Secret token', secret);
    await press(page, 'Try the source');
    assert.match(await textOf(page, '#would-sign'), /1,234\.5/);
    await press(page, 'Get a verified value');
    assert.equal(await textOf(page, '#value'), '1,234.5');
    assert.deepEqual(await violations(page), []);
    await picture(page, 'secret');
    assert.ok(seen.some((text) => text.includes('encKeyBundle')));
    assert.deepEqual(
      seen.filter((text) => text.includes(secret)),
      [],
    );
    assert.ok(!(await page.evaluate(TRACES)).includes(secret));
    assert.deepEqual(await page.evaluate(FIELDS), [secret]);
    for (const leave of [`location.hash = 'nodes'`, `dispatchEvent(new PageTransitionEvent('pagehide'))`]) {
      await page.evaluate(leave);
      await page.evaluate(`location.hash = 'new'`);
      await page.waitForFunction(`document.querySelector('input[type=password]') !== null && ${FIELDS}.join() === ''`);
      assert.equal(await canPress(page, 'Get a verified value'), false);
      await fill(page, 'Secret token', secret);
    }
    assert.deepEqual(problems, []);
    await close();
  });
});
