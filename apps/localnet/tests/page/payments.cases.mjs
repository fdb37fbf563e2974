// A visitor whose wallet pays: for each round by itself, or from an escrow. Every price is shown, and agreed to, before anything is signed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { intercept } from './interception.mjs';
import { canPress, choose, fill, pageWorld, picture, press, textOf, visit } from './page-world.mjs';
import { testWallet } from './test-wallet.mjs';
import { violations } from './violations.mjs';

const PER_REQUEST = 'Each round by itself (x402)';
const ESCROW = 'An escrow';
const LIMIT = '1';
/** Longer than the client waits for a payment's outcome. */
const LATER_MS = 200_000;
const CLOCK = `(() => { const now = Date.now; window.laterMs = 0; Date.now = () => now() + window.laterMs; })()`;

/** A gateway tells prices and a lack of funds by status 402, which the browser's console names. */
function isNoRefusal(problem) {
  return !problem.includes('a status of 402');
}

async function visitToPay({ key, way, limit = LIMIT, prepare }) {
  const wallet = testWallet(pageWorld().manifest.keys[key]);
  const visited = await visit({
    prepare: async (page) => {
      await wallet.prepare(page);
      await page.evaluateOnNewDocument(CLOCK);
      await prepare?.(page);
    },
  });
  await visited.page.waitForSelector('.feed[aria-pressed=true]');
  await choose(visited.page, 'What pays for a round', way);
  await press(visited.page, 'Sign out');
  await press(visited.page, 'Use Test Wallet');
  await visited.page.waitForSelector('#address');
  if (limit !== '') await fill(visited.page, 'Your limit', limit);
  return { ...visited, wallet };
}

describe('a wallet that pays for each round by itself', () => {
  it('sees the price, signs one payment, and sees it land', async () => {
    const { page, problems, wallet, close } = await visitToPay({ key: 'x402Payer', way: PER_REQUEST, limit: '' });
    assert.equal(await canPress(page, 'Get a verified value'), false, 'a limit comes first');
    await fill(page, 'Your limit', LIMIT);
    await press(page, 'Get a verified value');
    assert.match(await textOf(page, '#question strong'), /^This round costs \$0\.\d+$/);
    assert.equal(wallet.transactions, 0);
    assert.deepEqual(await violations(page), []);
    await picture(page, 'price');
    await press(page, 'Sign and pay');
    assert.match(await textOf(page, '#value'), /^\$?[\d,]+(\.\d+)?$/);
    await page.waitForSelector('#settlement.good');
    assert.match(await textOf(page, '#settlement'), /^Paid in slot \d+/);
    assert.match(await textOf(page, '#steps ol'), /Paid in slot \d+/);
    assert.match(await page.$eval('#transaction', ({ title }) => title), /^[1-9A-HJ-NP-Za-km-z]{80,88}$/);
    assert.equal(wallet.transactions, 1);
    assert.deepEqual(problems.filter(isNoRefusal), []);
    assert.deepEqual(await violations(page), []);
    await picture(page, 'paid');
    await close();
  });

  it('pays nothing above its limit, without a yes, or where it refuses', async () => {
    const { page, wallet, close } = await visitToPay({ key: 'x402Payer', way: PER_REQUEST, limit: '0.000001' });
    await press(page, 'Get a verified value');
    assert.equal(await textOf(page, '.note.failed strong'), 'Above your limit');
    await fill(page, 'Your limit', LIMIT);
    await press(page, 'Get a verified value');
    await press(page, 'Do not pay');
    await page.waitForFunction(() => document.querySelector('.note.failed strong')?.textContent === 'Not paid');
    assert.equal(wallet.transactions, 0);
    wallet.refuses = true;
    await press(page, 'Get a verified value');
    await press(page, 'Sign and pay');
    await page.waitForFunction(() => document.querySelector('.note.failed strong')?.textContent === 'The wallet did not sign');
    assert.equal(await page.$('#value'), null);
    await close();
  });

  it('looks a payment up whose answer was lost, and signs no other one', async () => {
    let isLost = true;
    const { page, wallet, close } = await visitToPay({
      key: 'x402Payer',
      way: PER_REQUEST,
      prepare: (opened) =>
        intercept(opened, async (request, ask) => {
          if (!request.url().endsWith('/v1/x402/execute') || request.headers()['payment-signature'] === undefined || !isLost)
            return undefined;
          // The gateway serves the round and takes the payment; its answer is cut off.
          await ask();
          await opened.evaluate(`window.laterMs = ${LATER_MS}`);
          return null;
        }),
    });
    await press(page, 'Get a verified value');
    await press(page, 'Sign and pay');
    assert.equal(await textOf(page, '.note.failed strong'), 'Not known yet');
    assert.equal(await canPress(page, 'Get a verified value'), false, 'no other round before this one is known');
    await picture(page, 'payment-unknown');
    await page.evaluate('window.laterMs = 0');
    isLost = false;
    await press(page, 'Look it up');
    await textOf(page, '#verdict');
    await page.waitForSelector('#settlement.good');
    assert.equal(wallet.transactions, 1);
    await close();
  });
});

describe('a wallet that pays from an escrow', () => {
  it('is told what is missing, pays it in on a click, and gets its value', async () => {
    const { page, problems, wallet, close } = await visitToPay({ key: 'agentPayer', way: ESCROW });
    await press(page, 'Get a verified value');
    await press(page, 'Sign and pay');
    await page.waitForFunction(() => document.querySelector('#question strong')?.textContent.startsWith('The escrow lacks'));
    assert.equal(wallet.transactions, 0);
    await picture(page, 'escrow-lacks');
    await press(page, 'Pay ');
    await textOf(page, '#verdict');
    await page.waitForSelector('#settlement.good');
    assert.match(await textOf(page, '#settlement'), /^Settled in slot \d+/);
    assert.equal(wallet.transactions, 1);
    assert.deepEqual(problems.filter(isNoRefusal), []);
    await close();
  });
});
