// Places of the page: each has an address, and each says what is loading, what is empty and what failed.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createClient, keypairSigner, owner } from '@oracle-gateway/client';
import { intercept } from './interception.mjs';
import { fill, pageWorld, picture, press, textOf, visit } from './page-world.mjs';
import { violations } from './violations.mjs';

const PHONE = { width: 390, height: 844 };

/** The texts of elements. */
function textsOf(page, selector) {
  return page.$$eval(selector, (found) => found.map(({ textContent }) => textContent));
}

function heading(page, text) {
  return page.waitForFunction((wanted) => document.querySelector('h1')?.textContent.startsWith(wanted), {}, text);
}

describe('an address of the page', () => {
  it('opens its view, also after a reload, back and forward', async () => {
    const { page, problems, close } = await visit({ path: '/app/' });
    await heading(page, 'Feeds');
    await page.evaluate(`location.hash = 'nodes'`);
    await heading(page, 'Nodes');
    await page.evaluate(`location.hash = 'feed=coinbase/btc-usd'`);
    await heading(page, 'BTC / USD');
    await page.reload();
    await heading(page, 'BTC / USD');
    assert.equal(await page.title(), 'BTC / USD · Coinbase · Oracle Gateway');
    await page.goBack();
    await heading(page, 'Nodes');
    await page.goForward();
    await heading(page, 'BTC / USD');
    assert.deepEqual(problems, []);
    await close();
  });

  it('has a sentence and a way on where it cannot be read', async () => {
    const { page, close } = await visit({ path: '/app/#feed=%' });
    await heading(page, 'This address leads nowhere');
    assert.deepEqual(await violations(page), []);
    await page.click('#main a');
    await heading(page, 'Feeds');
    await close();
  });

  it('leads to the other feeds where the gateway lacks the one that it names', async () => {
    const { page, close } = await visit({ path: '/app/#feed=coinbase/none' });
    await heading(page, 'This gateway has no such feed');
    await close();
  });
});

describe('the list of feeds', () => {
  it('finds a feed by what people call it, and the nearest where none fits', async () => {
    const { page, problems, close } = await visit({ path: '/app/' });
    await page.waitForSelector('.feed');
    await fill(page, 'Find a feed', 'bitcoin');
    await page.waitForFunction(() => document.querySelector('.feed')?.textContent.startsWith('BTC'));
    await fill(page, 'Find a feed', 'etherium');
    await page.waitForFunction(() => document.querySelectorAll('.feed').length === 3);
    assert.match((await textsOf(page, '.feed')).join(), /ETH/);
    await fill(page, 'Find a feed', '');
    await press(page, 'Weather');
    assert.ok((await textsOf(page, '.feed')).every((text) => /Temperature|Wind/.test(text)));
    assert.deepEqual(problems, []);
    await close();
  });

  it('does not call absent what is loading', async () => {
    let goOn;
    const isHeld = new Promise((resolve) => (goOn = resolve));
    const { page, close } = await visit({
      path: '/app/',
      prepare: (opened) => intercept(opened, (request) => (request.url().includes('/v1/providers') ? isHeld : undefined)),
    });
    await page.waitForFunction(() => document.querySelector('#main').textContent.includes('Reading the catalogue'));
    assert.doesNotMatch(await textOf(page, '#main'), /No feed|no public|keeps no/);
    goOn(undefined);
    await page.waitForSelector('.feed');
    await close();
  });
});

describe('the page of a feed that is not public', () => {
  it('says how to get a value, and gets it with its unit', async () => {
    const { page, problems, close } = await visit({ path: '/app/#feed=coinbase/btc-usd' });
    await press(page, 'Get a fresh one');
    assert.match(await textOf(page, '#value'), /^\$[\d,]+\.\d\d$/);
    await page.waitForSelector('#settlement.good');
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(problems, []);
    await close();
  });
});

describe('a feed that the keeper of the world keeps public', () => {
  it('lives in the list, and is verified out of the list that it was bought in', async () => {
    const { page, problems, close } = await visit({ path: '/app/#feed=open-meteo/temperature-berlin' });
    await page.waitForSelector('#verified-here');
    assert.match(await textOf(page, '#feed-value'), / °C$/);
    assert.match(await textOf(page, '#proof'), /live · signed/);
    // The keeper writes what it bought.
    await page.waitForFunction(() =>
      / °C signed .*, by the word of the RPC server/.test(document.querySelector('#on-solana')?.textContent),
    );
    await page.click('#rounds a');
    await page.waitForFunction(() => document.querySelector('#main').textContent.includes('values under one signature'));
    await page.evaluate(`location.hash = 'feeds'`);
    await page.waitForFunction(() => document.querySelectorAll('.tile-value').length > 3);
    assert.deepEqual(problems, []);
    await close();
  });
});

describe('a public feed', () => {
  let answer, feed;

  before(async () => {
    const { gatewayUrl: gateway, rpcUrl, programId, network, keys } = pageWorld().manifest;
    const account = owner({ signer: keypairSigner(Uint8Array.from(keys.subscriptionOwner)) });
    const client = createClient({ gateway, ledger: { rpcUrl, programId, network }, account });
    const { flows } = await client.provider('coinbase');
    const { apiConfig } = flows[0].feeds[0];
    const round = await client.round(apiConfig, { quorum: 3 });
    answer = round.answer;
    const latest = {
      roundId: round.roundId,
      answeredAt: round.observedAtMs,
      observedAt: round.observedAtMs,
      value: round.value,
      signers: round.signers,
    };
    feed = { feedId: round.feedId, feed: 'coinbase/btc-usd', openedBy: 'operator', apiConfig, signaturesRequired: 3, latest };
  });

  /** A visit whose gateway has the round as a public feed. `change` changes the answer. */
  function visitFeed({ path = '/app/#feed=coinbase/btc-usd', change = (told) => told, ...options } = {}) {
    const { latest, ...about } = feed;
    const toldLatest = { ...latest, result: change(answer) };
    const now = Math.floor(Date.now() / 1_000);
    const trend = Array.from({ length: 48 }, (_, place) => String(Number(latest.value) + 40 * Math.sin(place / 5)));
    const rows = Array.from({ length: 280 }, (_, place) => {
      const value = Number(latest.value) + 60 * Math.sin(place / 25) + 20 * Math.sin(place / 4);
      return { at: now - 86_000 + place * 300, value: value.toFixed(2), low: (value - 20).toFixed(2), high: (value + 20).toFixed(2) };
    });
    const told = {
      '/v1/feeds': { feeds: [{ ...feed, trend }] },
      [`/v1/feeds/${feed.feedId}`]: { ...about, latest: toldLatest },
      [`/v1/feeds/${feed.feedId}/history`]: { feedId: feed.feedId, step: 300, verifiable: false, rows },
    };
    const events = `id: 1\ndata: ${JSON.stringify(toldLatest)}\n\n`;
    return visit({
      ...options,
      path,
      prepare: (opened) =>
        intercept(opened, (request) => {
          const { pathname } = new URL(request.url());
          if (pathname.endsWith('/stream')) return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: events };
          const data = told[pathname];
          return data === undefined ? undefined : { status: 200, body: JSON.stringify({ status: 'ok', data }) };
        }),
    });
  }

  it('is shown first in the list, with its value', async () => {
    const { page, problems, close } = await visitFeed({ path: '/app/' });
    assert.match(await textOf(page, '.tile'), /^BTC \/ USDCoinbase\$[\d,]+\.\d\d(just now|\d+ (s|min) ago)/);
    assert.deepEqual(problems, []);
    await close();
  });

  it('is verified in the page, and its history is read by the keyboard', async () => {
    const { page, problems, close } = await visitFeed();
    assert.equal(await textOf(page, '#verified-here'), '✓ verified in this page');
    assert.match(await textOf(page, '#feed-value'), /^\$[\d,]+\.\d\d/);
    assert.match(await textOf(page, '#proof'), /signed .* by nodes \d, \d, \d/);
    await page.focus('#history');
    await page.keyboard.press('Home');
    const first = await page.$eval('#history', (chart) => chart.getAttribute('aria-valuetext'));
    await page.keyboard.press('ArrowRight');
    const second = await page.$eval('#history', (chart) => chart.getAttribute('aria-valuetext'));
    assert.match(first, /^\$[\d,]+\.\d\d at .* UTC|GMT/);
    assert.notEqual(first, second);
    assert.deepEqual(problems, []);
    await close();
  });

  it('shows no value that the nodes did not sign', async () => {
    const change = ({ data, ...rest }) => ({ ...rest, data: { ...data, s: data.s.replace(/.$/, (last) => (last === '1' ? '2' : '1')) } });
    const { page, close } = await visitFeed({ change });
    assert.equal(await textOf(page, '.note.refused code'), 'not_signed');
    assert.equal(await page.$('#feed-value'), null);
    assert.equal(await page.$('#verified-here'), null);
    await close();
  });

  it('leads from a round to its verification, without its owner', async () => {
    const { page, close } = await visitFeed();
    await page.waitForSelector('#rounds a');
    await page.click('#rounds a');
    await heading(page, 'Round');
    await page.waitForFunction(() => document.querySelector('.value')?.textContent.startsWith('$'));
    await page.evaluate(() => [...document.querySelectorAll('a')].find((link) => link.textContent === 'Verify it here').click());
    await heading(page, 'Verify');
    await press(page, 'Verify');
    assert.match(await textOf(page, '#pasted-verdict strong'), /^✓ [\d,.]+$/);
    assert.match(await textOf(page, '#pasted-verdict'), /You named no owner/);
    await close();
  });

  for (const dark of [false, true])
    for (const viewport of [undefined, PHONE]) {
      const name = `${viewport === undefined ? '' : 'phone-'}${dark ? 'dark-' : ''}`;
      it(`has no violation that axe finds, ${dark ? 'dark' : 'light'}, ${viewport === undefined ? 'wide' : 'on a phone'}`, async () => {
        const { page, close } = await visitFeed({ dark, ...(viewport === undefined ? {} : { viewport }) });
        for (const [place, ready] of [
          ['feed=coinbase/btc-usd', '#verified-here'],
          ['feeds', '.tile'],
          ['nodes', '#node-table'],
          ['verify', 'textarea'],
        ]) {
          await page.evaluate((hash) => void (location.hash = hash), place);
          await page.waitForSelector(ready);
          assert.deepEqual(await violations(page), [], place);
          assert.ok((await page.evaluate('document.documentElement.scrollWidth')) <= (viewport?.width ?? 1280), place);
          await picture(page, `${name}${place.replace(/=.*/, '')}`);
        }
        await close();
      });
    }
});
