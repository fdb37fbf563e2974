// session.html as its users have it: in a browser, from an origin of its own, with a whole world behind it.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ed25519 } from '@noble/curves/ed25519.js';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { newPage, pageWorld } from './page-world.mjs';

let allowedOrigin, otherOrigin, manifest;

/** Wallets put themselves into the page; the key stays outside of it. */
const INJECTED_WALLET = `window.solana = {
  async connect() { this.publicKey = await walletAddress(); },
  async signMessage(bytes) { return { signature: Uint8Array.from(await walletSignature([...bytes])) }; },
}`;

/** The page at the gateway of this world, with the wallet of an owner of a subscription; `signs` says what the wallet makes of a text that it is given. */
async function openPage({ origin, signs = (text) => text }) {
  const key = Uint8Array.from(manifest.keys.subscriptionOwner);
  const given = [];
  const page = await newPage();
  await page.exposeFunction('walletAddress', () => formatAddress(toAddress(key.slice(32))));
  await page.exposeFunction('walletSignature', (bytes) => {
    const text = Buffer.from(bytes).toString();
    given.push(text);
    return [...ed25519.sign(Buffer.from(signs(text)), key.slice(0, 32))];
  });
  await page.evaluateOnNewDocument(INJECTED_WALLET);
  await page.goto(`${origin}/session.html`);
  await fillIn(page);
  return { page, given };
}

/** Types the user's input, which a reload takes away. */
async function fillIn(page) {
  const { gatewayUrl: gateway, rpcUrl, programId, network } = manifest;
  for (const [name, value] of Object.entries({ gateway, rpcUrl, programId, network })) {
    await page.$eval(`[name=${name}]`, (field, text) => (field.value = text), value);
  }
}

/** Presses a button; answers what the page tells after that, up to and with the outcome. */
async function press(page, name) {
  await page.$eval('output', (output) => (output.textContent = ''));
  await page.locator(`button ::-p-text(${name})`).click();
  await page.waitForFunction(`/^${name}: /m.test(document.querySelector('output').textContent)`);
  return page.$eval('output', (output) => output.textContent);
}

describe('the session page', () => {
  before(() => {
    ({ manifest, allowedOrigin, otherOrigin } = pageWorld());
  });

  it('signs in with the text that it shows, is served a verified value by bearer, signs out, and is refused from then on', async () => {
    const { page, given } = await openPage({ origin: allowedOrigin });
    const signedIn = await press(page, 'Sign in');
    assert.match(signedIn, /^Sign in: as \w+ until \S+Z$/m);
    assert.equal(given.length, 1);
    assert.ok(signedIn.includes(`\n\n${given[0]}\n\n`), signedIn);
    assert.match(await press(page, 'Ask'), /^Ask: 64628\.31, signed by nodes \d, \d, \d, verified in this page$/m);
    assert.equal(await press(page, 'Sign out'), 'Sign out: done\n');
    assert.match(await press(page, 'Ask'), /^Ask: error: 401 bearer_invalid /);
    assert.equal(given.length, 1);
  });

  it('keeps the token out of storage, of cookies and of what it shows, and does not know it after a reload', async () => {
    const { page } = await openPage({ origin: allowedOrigin });
    await press(page, 'Sign in');
    const used = page.waitForRequest((request) => request.headers().authorization !== undefined);
    await press(page, 'Ask');
    const [, token] = /^Bearer ([A-Za-z0-9_-]{43})$/.exec((await used).headers().authorization);
    assert.deepEqual(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]'), [0, 0, '']);
    assert.ok(!(await page.content()).includes(token));
    await page.reload();
    await fillIn(page);
    assert.equal(await press(page, 'Ask'), 'Ask: error: sign in first\n');
  });

  it('shows what the gateway says to the signature of another text', async () => {
    const { page } = await openPage({ origin: allowedOrigin, signs: (text) => text.replace('Version: 1', 'Version: 2') });
    assert.match(await press(page, 'Sign in'), /^Sign in: error: 401 \w+ .*signature/m);
    assert.equal(await press(page, 'Ask'), 'Ask: error: sign in first\n');
  });

  it('reaches nothing of the gateway from an origin that is not allowed', async () => {
    const { page, given } = await openPage({ origin: otherOrigin });
    assert.match(
      await press(page, 'Sign in'),
      /^Sign in: error: transport the gateway at http:\/\/127\.0\.0\.1:\d+ gave no answer: Failed to fetch\n$/,
    );
    assert.deepEqual(given, []);
  });
});
