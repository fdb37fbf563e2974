// The account: what a key has on the ledger, and its changes by the wallet. Each is shown with its price before anything is signed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { canPress, fill, pageWorld, picture, press, textOf, visit } from './page-world.mjs';
import { testWallet } from './test-wallet.mjs';
import { violations } from './violations.mjs';

const PHONE = { width: 390, height: 844 };

async function visitAccount(options = {}) {
  const visited = await visit({ path: '/app/#account', ...options });
  await visited.page.waitForSelector('#tokens, .note.failed');
  return visited;
}

/** Visits with the wallet of a key in place of the demo wallet. */
async function visitWith(key) {
  const wallet = testWallet(pageWorld().manifest.keys[key]);
  const visited = await visit({ path: '/app/#account', prepare: wallet.prepare });
  await press(visited.page, 'Sign out');
  await press(visited.page, 'Use Test Wallet');
  await visited.page.waitForSelector('#tokens');
  return { ...visited, wallet };
}

async function dollarsOf(page, selector) {
  return Number((await textOf(page, selector)).replace(/[$,]/g, ''));
}

async function roundsLeft(page) {
  return Number((await textOf(page, '#rounds-left')).replaceAll(',', ''));
}

/** Has the wallet sign the open offer, and waits for its outcome. */
async function sign(page, name) {
  await press(page, name);
  await page.waitForSelector('#outcome.good');
  assert.match(await textOf(page, '#outcome'), /^Done: the ledger has it\./);
}

describe('the account of the demo wallet', () => {
  it('renews its subscription, once its price is agreed to', async () => {
    const { page, problems, close } = await visitAccount();
    const before = { rounds: await roundsLeft(page), dollars: await dollarsOf(page, '#tokens') };
    await fill(page, 'Rounds to add', '1,000');
    await press(page, 'See the renewal');
    await page.waitForSelector('#offer');
    assert.match(await textOf(page, '#offer'), /adds 1000 rounds/);
    assert.deepEqual(await violations(page), []);
    await picture(page, 'account-offer');
    assert.equal(await dollarsOf(page, '#tokens'), before.dollars);
    await sign(page, 'Sign and pay $');
    await page.waitForFunction(
      (least) => Number(document.querySelector('#rounds-left').textContent.replaceAll(',', '')) >= least,
      {},
      before.rounds + 900,
    );
    assert.ok((await dollarsOf(page, '#tokens')) < before.dollars);
    assert.deepEqual(problems, []);
    await close();
  });

  it('adds a delegate, lists it and revokes it', async () => {
    const { page, problems, close } = await visitAccount();
    const delegate = formatAddress(toAddress(Uint8Array.from(pageWorld().manifest.keys.stranger).slice(32)));
    assert.equal(await canPress(page, 'See the change'), false);
    await fill(page, 'Key of the delegate', delegate);
    await press(page, 'See the change');
    await page.waitForSelector('#offer');
    await sign(page, 'Sign it');
    await page.waitForSelector(`button[aria-label="Revoke the delegate ${delegate}"]`);
    await page.click(`button[aria-label="Revoke the delegate ${delegate}"]`);
    await page.waitForSelector('#offer');
    await sign(page, 'Sign it');
    await page.waitForSelector(`button[aria-label="Close the delegate ${delegate}"]`);
    assert.deepEqual(problems, []);
    await close();
  });

  it('pays into its escrow, and requests the money back', async () => {
    const { page, problems, close } = await visitAccount();
    const before = await dollarsOf(page, '#escrow-holds');
    await fill(page, 'Dollars to pay in', '0.50');
    await press(page, 'See the payment');
    await page.waitForSelector('#offer');
    await sign(page, 'Sign and pay $0.50');
    await page.waitForFunction(
      (wanted) => Number(document.querySelector('#escrow-holds').textContent.replace(/[$,]/g, '')) === wanted,
      {},
      before + 0.5,
    );
    await press(page, 'See the withdrawal');
    await page.waitForSelector('#offer');
    await sign(page, 'Sign it');
    await page.waitForFunction(() => document.body.textContent.includes('requested; possible from'));
    assert.deepEqual(problems, []);
    await close();
  });

  it('shows what its key was charged this month, once the wallet has signed to see it', async () => {
    const { page, problems, close } = await visitAccount();
    await press(page, 'See what was charged');
    await page.waitForSelector('#usage');
    assert.match(await textOf(page, '#usage'), /^[A-Z][a-z]+ 20\d\d: (no rounds were charged|\d+ rounds? .*by \w+)/);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(problems, []);
    await close();
  });

  for (const { name, options } of [
    { name: 'wide', options: {} },
    { name: 'dark', options: { dark: true } },
    { name: 'phone', options: { viewport: PHONE } },
  ]) {
    it(`has no violation that axe finds, and fits its window: ${name}`, async () => {
      const { page, close } = await visitAccount(options);
      await page.waitForSelector('#delegates');
      assert.deepEqual(await violations(page), []);
      assert.ok((await page.evaluate('document.documentElement.scrollWidth')) <= (options.viewport ?? { width: 1280 }).width);
      await picture(page, `account-${name}`);
      await close();
    });
  }
});

describe('the account of another wallet', () => {
  it('without tokens is told what it needs, and signs nothing', async () => {
    const { page, wallet, close } = await visitWith('emptyPayer');
    await press(page, 'See the offer');
    assert.equal(await textOf(page, '.note.failed strong'), 'Not possible now');
    assert.match(await textOf(page, '.note.failed'), /holds \$0\.00 of the stablecoin, and needs \$\d/);
    assert.equal(wallet.transactions, 0);
    await close();
  });

  it('buys a subscription, and nothing where it refuses to sign', async () => {
    const { page, wallet, close } = await visitWith('x402Payer');
    await fill(page, 'Rounds', '100');
    wallet.refuses = true;
    await press(page, 'See the offer');
    await press(page, 'Sign and pay $');
    assert.equal(await textOf(page, '.note.failed strong'), 'The wallet did not sign');
    wallet.refuses = false;
    await press(page, 'See the offer');
    await sign(page, 'Sign and pay $');
    assert.equal(await textOf(page, '#rounds-left'), '100');
    await close();
  });

  it('is asked to connect first', async () => {
    const { page, close } = await visit({ path: '/app/#account' });
    await press(page, 'Sign out');
    assert.match(await textOf(page, '#card-no-wallet-yet'), /^No wallet yet$/);
    assert.equal(await page.$('#tokens'), null);
    await close();
  });
});
