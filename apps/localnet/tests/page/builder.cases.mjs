// The feed builder: from an address and a pasted sample to a source that the nodes agree on, and its use.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canPress, fill, pageWorld, picture, press, textOf, visit } from './page-world.mjs';
import { violations } from './violations.mjs';

const SAMPLE = {
  price: 64628.31,
  pair: 'BTC / USD',
  'odd key': { "it's": ['1,234.50 USD', 7] },
  updated: '2026-01-31T12:00:00Z',
  rows: [
    { symbol: 'BTC', last: 1 },
    { symbol: 'ETH', last: 2 },
  ],
  prices: Array.from({ length: 200 }, (_, place) => place),
};
const MAX_TABS = 20;
const VIEWS = [
  { name: 'wide', viewport: { width: 1280, height: 900 }, dark: false },
  { name: 'dark', viewport: { width: 1280, height: 900 }, dark: true },
  { name: 'phone', viewport: { width: 390, height: 844 }, dark: false },
];

/** Opens the builder with a source whose value differs from node to node, and a sample of it. */
async function visitToBuild(options = {}) {
  const visited = await visit(options);
  await visited.page.waitForSelector('#path-verdict');
  await fill(visited.page, 'Address', `${pageWorld().manifest.sources.noisy}/price?spreadBps=20&page=builder`);
  await fill(visited.page, 'A sample answer', JSON.stringify(SAMPLE));
  await visited.page.waitForSelector('.tree');
  return visited;
}

/** Presses the value of the sample that has a path. */
async function pick(page, path) {
  const handle = await page.evaluateHandle(
    (wanted) => [...document.querySelectorAll('button.leaf')].find(({ title }) => title === wanted),
    path,
  );
  await handle.click();
}

async function pickRule(page, text) {
  const handle = await page.evaluateHandle(
    (wanted) => [...document.querySelectorAll('label')].find((one) => one.textContent.includes(wanted)),
    text,
  );
  await handle.click();
}

function valueOfField(page, label) {
  return page.$$eval(
    'label',
    (labels, wanted) => labels.find((one) => one.textContent.startsWith(wanted))?.querySelector('input')?.value,
    label,
  );
}

async function chain(page) {
  return page.$$eval('.flow .chip', (chips) =>
    chips.map((chip) => [...chip.childNodes].map((node) => (node.nodeName === 'INPUT' ? node.value : node.textContent)).join(' ')),
  );
}

describe('the feed builder', () => {
  it('writes the path of the number that is clicked, with the steps that its text needs', async () => {
    const { page, problems, close } = await visitToBuild();
    await pick(page, '$.price');
    assert.equal(await valueOfField(page, 'JSONPath'), '$.price');
    assert.equal(await textOf(page, '#path-verdict'), '✓ exactly one number');
    assert.equal(await textOf(page, '#preview'), '64,628.31');
    await pick(page, String.raw`$['odd key']['it\'s'][0]`);
    assert.deepEqual(await chain(page), ['"1,234.50 USD"', 'strip USD ×', 'group , ×']);
    assert.equal(await textOf(page, '#preview'), '1,234.5');
    await pick(page, '$.updated');
    assert.equal(await textOf(page, '#preview'), '1,769,860,800');
    await fill(page, 'Filter by key', 'odd');
    await pick(page, String.raw`$['odd key']['it\'s'][1]`);
    assert.equal(await textOf(page, '#preview'), '7');
    await fill(page, 'Filter by key', 'last');
    await pick(page, '$.rows[1].last');
    await press(page, 'Find it by name');
    assert.equal(await valueOfField(page, 'JSONPath'), "$.rows[?@.symbol=='ETH'].last");
    assert.equal(await textOf(page, '#preview'), '2');
    assert.deepEqual(problems, []);
    await close();
  });

  it('judges a written path while it is typed, and offers the nearest right one', async () => {
    const { page, close } = await visitToBuild();
    for (const wrong of ['price', '$.prise']) {
      await fill(page, 'JSONPath', wrong);
      await page.waitForSelector('#path-verdict.bad');
      await press(page, 'Did you mean $.price');
      await page.waitForSelector('#path-verdict.good');
      assert.equal(await valueOfField(page, 'JSONPath'), '$.price');
    }
    await fill(page, 'JSONPath', '$.pair');
    await page.waitForSelector('#path-verdict.bad');
    assert.equal(await canPress(page, 'Try the source'), true, 'the nodes may see another answer than the sample');
    await fill(page, 'JSONPath', '$.pair[');
    await page.waitForFunction(() => document.querySelector('#path-verdict').textContent.startsWith('The path must be JSONPath'));
    assert.equal(await canPress(page, 'Try the source'), false);
    await close();
  });

  it('shows what each step makes of the number, and which step is wrong', async () => {
    const { page, close } = await visitToBuild();
    await pick(page, '$.price');
    await press(page, '× multiply');
    await press(page, 'round to');
    await page.waitForFunction(() => document.querySelector('#preview').textContent === '6,462,831');
    const operand = await page.$('input[aria-label="Operand of multiply"]');
    await operand.evaluate((field) => {
      field.value = '1x';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitForSelector('.chip.wrong input[aria-label="Operand of multiply"]');
    await page.click('button[aria-label="Remove multiply"]');
    await page.waitForFunction(() => document.querySelector('#preview').textContent === '64,628.31');
    await close();
  });

  it('leads from a rule that the nodes do not meet to one that they do, to a verified value and its use', async () => {
    const { page, problems, close } = await visitToBuild();
    await pick(page, '$.price');
    await pickRule(page, 'every node sees the same number');
    await press(page, 'Try the source');
    assert.equal(await textOf(page, '.verdict'), 'would not sign');
    assert.match(await textOf(page, '#proposal'), /^The number moved 0\.\d+ % between nodes just now, so a median fits\./);
    await press(page, 'Take “median within');
    await fill(page, 'Within, %', '5.00');
    await press(page, 'Try the source');
    await page.waitForFunction(() => document.querySelector('.verdict')?.textContent === 'would sign');
    assert.match(await textOf(page, '#proposal'), /Your rule fits\.$/);
    const rows = await page.$$eval('#dry-run tbody tr', (found) => found.map(({ cells }) => cells.length));
    // A node that is late has its failure in the place of two cells.
    assert.ok(rows.filter((cells) => cells === 4).length >= 3, `${rows}`);
    assert.match(await textOf(page, '#costs'), /^One signed value costs \$0\.\d+ by subscription/);
    await picture(page, 'builder');
    await press(page, 'Get a verified value');
    assert.match(await textOf(page, '#value'), /^\$?[\d,]+(\.\d+)?$/);
    await textOf(page, '#verdict');
    assert.match(await textOf(page, '#a-day'), /^≈ \$0\.\d+ a day 25 rounds/);
    assert.match(await textOf(page, '[aria-label="keeper.toml"]'), /\[feeds\.my-feed\]\napi_config = \{ url = "/);
    assert.match(await textOf(page, '[aria-label="Code for CLI"]'), /^oracle-gateway get /);
    assert.deepEqual(problems, []);
    await close();
  });

  it('keeps the source in its address: a reload, and another visitor by the shared link, have the same', async () => {
    const { page, close } = await visitToBuild();
    await pick(page, '$.price');
    await page.waitForFunction(() => location.hash.startsWith('#new='));
    await page.reload();
    await page.waitForSelector('#path-verdict');
    assert.equal(await valueOfField(page, 'JSONPath'), '$.price');
    const link = await textOf(page, 'code.cut');
    await close();
    const other = await visit({ path: `/app/${link}` });
    await other.page.waitForSelector('#path-verdict');
    assert.equal(await valueOfField(other.page, 'JSONPath'), '$.price');
    assert.match(await valueOfField(other.page, 'Address'), /page=builder$/);
    await other.close();
  });

  it('tells a visitor without a wallet what one node sees, and to connect one', async () => {
    const { page, close } = await visitToBuild();
    await pick(page, '$.price');
    await press(page, 'Sign out');
    await press(page, 'Try the source');
    assert.match(await textOf(page, '#would-sign'), /^One node sees [\d,.]+\. Connect a wallet to ask all five\.$/);
    await close();
  });

  for (const { name, viewport, dark } of VIEWS) {
    it(`has no violation that axe finds, and fits its window: ${name}`, async () => {
      const { page, close } = await visitToBuild({ viewport, dark });
      assert.deepEqual(await violations(page), []);
      await pick(page, '$.price');
      await press(page, 'round to');
      await press(page, 'Try the source');
      await page.waitForSelector('#dry-run');
      if (name !== 'wide') await picture(page, `builder-${name}`);
      for (const summary of await page.$$('summary')) await summary.click();
      assert.deepEqual(await violations(page), []);
      assert.ok((await page.evaluate('document.documentElement.scrollWidth')) <= viewport.width);
      await close();
    });
  }

  it('picks a number by the keyboard alone', async () => {
    const { page, close } = await visitToBuild();
    await page.focus('.tree');
    for (let tabs = 0; (await page.evaluate('document.activeElement.title')) !== '$.price'; tabs += 1) {
      assert.ok(tabs < MAX_TABS, 'the number is reached');
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForSelector('#path-verdict.good');
    await close();
  });
});
