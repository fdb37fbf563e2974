// Tests for visitors who cannot see colours, use a mouse or have a wide screen.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { press, textOf, visit } from './page-world.mjs';
import { violations } from './violations.mjs';

const PHONE = { width: 390, height: 844 };
const MAX_TABS = 60;

describe('the page for every visitor', () => {
  for (const dark of [false, true]) {
    it(`has no violation that axe finds, ${dark ? 'dark' : 'light'}`, async () => {
      const { page, close } = await visit({ dark });
      await page.waitForSelector('.feed[aria-pressed=true]');
      assert.deepEqual(await violations(page), []);
      await press(page, 'Try the source');
      await page.waitForSelector('#dry-run');
      await press(page, 'Get a verified value');
      await page.waitForSelector('#settlement.good');
      assert.deepEqual(await violations(page), []);
      for (const place of ['verify', 'nodes']) {
        await page.evaluate((name) => void (location.hash = name), place);
        await page.waitForSelector(`nav a[href="#${place}"][aria-current=page]`);
        assert.deepEqual(await violations(page), []);
      }
      await close();
    });
  }

  it('fits a phone', async () => {
    const { page, close } = await visit({ viewport: PHONE });
    await page.waitForSelector('.feed[aria-pressed=true]');
    await press(page, 'Try the source');
    await page.waitForSelector('#dry-run');
    await press(page, 'Get a verified value');
    await page.waitForSelector('#value');
    for (const place of ['new', 'verify', 'nodes', 'feeds', 'account']) {
      await page.evaluate((name) => void (location.hash = name), place);
      await page.waitForSelector(`a[href="#${place}"][aria-current=page]`);
      assert.ok((await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width, place);
    }
    await close();
  });

  it('reaches a verified value by the keyboard alone', async () => {
    const { page, close } = await visit();
    await page.waitForSelector('.feed[aria-pressed=true]');
    const focused = () => page.evaluate('document.activeElement.textContent');
    for (let tabs = 0; !(await focused()).startsWith('Get a verified value'); tabs += 1) {
      assert.ok(tabs < MAX_TABS, 'the button is reached');
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await textOf(page, '#verdict');
    await close();
  });
});
