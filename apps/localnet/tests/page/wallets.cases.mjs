// A visitor with a wallet: it signs in once, refuses, or its session ends.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageWorld, picture, press, textOf, visit } from './page-world.mjs';
import { testWallet } from './test-wallet.mjs';

async function visitWithWallet(wallet) {
  const visited = await visit({ prepare: (page) => wallet.prepare(page) });
  await visited.page.waitForSelector('.feed[aria-pressed=true]');
  await press(visited.page, 'Sign out');
  await press(visited.page, 'Use Test Wallet');
  await visited.page.waitForSelector('#address');
  return visited;
}

describe('a page that is opened at another address', () => {
  it('names the one where sign-ins are taken', async () => {
    const { gatewayUrl } = pageWorld().manifest;
    const { page, close } = await visit({ origin: gatewayUrl.replace('127.0.0.1', 'localhost') });
    assert.equal(await textOf(page, '.note.failed a'), `${gatewayUrl}/app/`);
    await close();
  });
});

describe('a wallet of the browser', () => {
  it('shows what it signs, signs in once, and pays for every round', async () => {
    const wallet = testWallet(pageWorld().manifest.keys.subscriptionOwner);
    const { page, problems, close } = await visitWithWallet(wallet);
    for (const count of [1, 2]) {
      await press(page, 'Get a verified value');
      await page.waitForFunction((wanted) => document.querySelectorAll('circle.verified').length === wanted, {}, count);
    }
    assert.equal(wallet.shown.length, 1);
    assert.match(
      wallet.shown[0],
      new RegExp(`^${new URL(pageWorld().manifest.gatewayUrl).host} wants you to sign in with your Solana account:`),
    );
    assert.deepEqual(problems, []);
    await close();
  });

  it('costs nothing where it refuses to sign, and may be asked again', async () => {
    const wallet = testWallet(pageWorld().manifest.keys.subscriptionOwner);
    const { page, close } = await visitWithWallet(wallet);
    wallet.refuses = true;
    await press(page, 'Get a verified value');
    assert.equal(await textOf(page, '.note.failed strong'), 'The wallet did not sign');
    assert.match(await textOf(page, '.note.failed p'), /User rejected the request/);
    await picture(page, 'wallet-refused');
    wallet.refuses = false;
    await press(page, 'Get a verified value');
    await textOf(page, '#verdict');
    await close();
  });

  it('signs in again when its session has ended', async () => {
    const wallet = testWallet(pageWorld().manifest.keys.subscriptionOwner);
    const { page, close } = await visitWithWallet(wallet);
    const bearers = [];
    page.on('request', (request) => {
      const { authorization } = request.headers();
      if (authorization?.startsWith('Bearer ')) bearers.push(authorization);
    });
    await press(page, 'Get a verified value');
    await page.waitForSelector('circle.verified');
    const { status } = await fetch(`${pageWorld().manifest.gatewayUrl}/v1/session`, {
      method: 'DELETE',
      headers: { authorization: bearers[0] },
    });
    assert.equal(status, 200);
    await press(page, 'Get a verified value');
    await page.waitForFunction(() => document.querySelectorAll('circle.verified').length === 2);
    assert.equal(wallet.shown.length, 2);
    await close();
  });

  it('without a subscription is told so by the gateway, and led to where it is bought', async () => {
    const { page, close } = await visitWithWallet(testWallet(pageWorld().manifest.keys.stranger));
    await press(page, 'Get a verified value');
    assert.equal(await textOf(page, '.note.failed strong'), 'The gateway refused');
    await page.click('.note.failed a[href="#account"]');
    assert.match(await textOf(page, '#card-subscription ~ p'), /^This key has no subscription\./);
    await close();
  });
});
