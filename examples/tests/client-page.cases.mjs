// The client in a browser: bundled, under a policy that allows no code from text, with a key that no script can read.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { before, describe, it } from 'node:test';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { build } from 'esbuild';
import { newPage, pageWorld, serveText } from './page-world.mjs';

const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const HTML =
  '<!doctype html><meta charset="utf-8"><title>Client</title><output></output><script type="module" src="/client-page.js"></script>';

let manifest, allowedOrigin, otherOrigin;

async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('client-page.js', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

function policy() {
  const { gatewayUrl, rpcUrl } = manifest;
  return `default-src 'none'; script-src 'self'; connect-src ${gatewayUrl} ${rpcUrl}; base-uri 'none'; require-trusted-types-for 'script'`;
}

function keyOf(name) {
  const key = Uint8Array.from(manifest.keys[name]);
  const publicKey = key.slice(32);
  return { address: formatAddress(toAddress(publicKey)), pkcs8: [...PKCS8_OF_ED25519, ...key.slice(0, 32)], publicKey: [...publicKey] };
}

async function ask(page, { account, key }) {
  const { gatewayUrl: gateway, rpcUrl, programId, network, sources } = manifest;
  const source = { url: `${sources.price}/v2/prices/BTC-USD/spot?page=${account}`, method: 'GET', responseParser: '$.data.amount' };
  const input = { account, key: keyOf(key), gateway, ledger: { rpcUrl, programId, network }, source };
  await page.evaluate(`void ask(${JSON.stringify(input)})`);
  await page.waitForFunction(`/^over$/m.test(document.querySelector('output').textContent)`);
  return page.$eval('output', (output) => output.textContent);
}

async function openPage(origin) {
  const page = await newPage();
  await page.goto(`${origin}/client-page.html`);
  await page.waitForFunction('globalThis.ask !== undefined');
  return page;
}

describe('a page with the client', () => {
  before(async () => {
    ({ manifest, allowedOrigin, otherOrigin } = pageWorld());
    serveText('/client-page.html', HTML, { 'content-security-policy': policy() });
    serveText('/client-page.js', await bundle());
  });

  it('may run no code from text', async () => {
    const page = await openPage(allowedOrigin);
    // Not in the call itself, which is the debugger's and may.
    await page.evaluate('void setTimeout(tryToCompile)');
    await page.waitForFunction(`/^violation: /m.test(document.querySelector('output').textContent)`);
    assert.match(await page.$eval('output', (output) => output.textContent), /^compiled: EvalError$/m);
  });

  for (const { account, key, ended } of [
    { account: 'owner', key: 'subscriptionOwner', ended: 'settled' },
    { account: 'session', key: 'subscriptionOwner', ended: 'settled' },
    { account: 'payPerRequest', key: 'x402Payer', ended: 'paid' },
  ]) {
    it(`shows a verified value, as ${account} with a CryptoKey`, async (context) => {
      const page = await openPage(allowedOrigin);
      const shown = await ask(page, { account, key });
      // Ed25519 came with Chromium 137.
      if (/^NotSupportedError/m.test(shown)) return context.skip('this Chromium has no Ed25519');
      assert.equal(shown, `value 64628.31 signed by 3\nended ${ended}\nover\n`);
    });
  }

  it('of another origin gets no value', async () => {
    const page = await openPage(otherOrigin);
    assert.match(await ask(page, { account: 'session', key: 'subscriptionOwner' }), /^(TransportError|NotSupportedError): .*\nover\n$/);
  });
});
