// Tests of the page when something is wrong: a gateway that lies or is down, a node that fails.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { intercept } from './interception.mjs';
import { pageWorld, picture, press, textOf, visit } from './page-world.mjs';

const LIES = [
  { what: 'another value', change: (data) => ({ ...data, value: '1' }), reason: /^inconsistent$/ },
  {
    what: 'another packed value',
    change: (data) => ({ ...data, valuePacked: changed(data.valuePacked) }),
    reason: /^(inconsistent|not_signed)$/,
  },
  { what: 'another signature', change: (data) => ({ ...data, s: changed(data.s) }), reason: /^not_signed$/ },
  { what: 'another source', change: (data) => ({ ...data, configHash: changed(data.configHash) }), reason: /^other_source$/ },
];

function changed(hex) {
  return hex.replace(/.$/, (last) => (last === '1' ? '2' : '1'));
}

describe('a gateway that lies', () => {
  for (const { what, change, reason } of LIES) {
    it(`with ${what} shows no value, and the page says why`, async () => {
      const { page, close } = await visit();
      await page.waitForSelector('.feed[aria-pressed=true]');
      await intercept(page, async (request, ask) => {
        if (!request.url().endsWith('/v1/round/execute')) return undefined;
        const said = await ask();
        // A round of the same second is refused, and the page asks again: nothing of that is changed.
        if (said.status !== 200) return said;
        const body = JSON.parse(said.body);
        return { ...said, body: JSON.stringify({ ...body, data: change(body.data) }) };
      });
      await press(page, 'Get a verified value');
      assert.match(await textOf(page, '.note.refused[role=alert] strong'), /^Refused$/);
      assert.match(await textOf(page, '.note.refused code'), reason);
      assert.equal(await page.$('#value'), null);
      if (what === 'another signature') await picture(page, 'refused');
      await close();
    });
  }
});

describe('a gateway that is down', () => {
  it('is named as the party that does not answer, and the page goes on when it is back', async () => {
    let isDown = true;
    const { page, close } = await visit({
      prepare: (opened) => intercept(opened, (request) => (isDown && request.url().includes('/v1/') ? null : undefined)),
    });
    assert.equal(await textOf(page, '.note.failed strong'), 'The gateway does not answer');
    await picture(page, 'gateway-down');
    isDown = false;
    await press(page, 'Ask the gateway again');
    await page.waitForSelector('.feed[aria-pressed=true]');
    await page.waitForFunction(() => document.querySelector('.note.failed') === null);
    await press(page, 'Get a verified value');
    await textOf(page, '#verdict');
    await close();
  });
});

describe('nodes that are gone', () => {
  // The gateway asks four of five nodes, so one of two is among them.
  const GONE = [0, 1];
  after(() => Promise.all(GONE.map((index) => pageWorld().restart({ what: 'node', index }))));

  it('have rows of their own in a dry run, with the error', async () => {
    const { page, close } = await visit();
    await page.waitForSelector('.feed[aria-pressed=true]');
    for (const index of GONE) process.kill(pageWorld().manifest.pids.nodes[index], 'SIGKILL');
    await press(page, 'Try the source');
    assert.match(await textOf(page, '#dry-run tr.bad td'), /\(\w+\)/);
    await picture(page, 'dry-run-failing');
    await close();
  });
});
