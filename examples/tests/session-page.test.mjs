// session.html as its users have it: in a browser, from an origin of its own, with a whole world behind it. Needs a build, and Chromium on
// PATH or where CHROMIUM_PATH says.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ed25519 } from '@noble/curves/ed25519.js';
import { createWorld } from '@oracle-gateway/localnet';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { launch } from 'puppeteer-core';

const examples = new URL('../', import.meta.url);
const root = fileURLToPath(new URL('../', examples));
const TOTAL_LIMIT_MS = 6 * 60_000;
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 30_000;

/** Everything that the page consists of, and all that is served. */
const PAGE = ['/session.html', '/page.css', '/src/sign-in.js'];
const CONTENT_TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };

/** What was started, to be ended in the opposite order. */
const started = [];
let browser, manifest, allowedOrigin, otherOrigin;

async function start() {
  // Whatever hangs: world and browser end with this process.
  setTimeout(() => process.exit(1), TOTAL_LIMIT_MS).unref();
  [allowedOrigin, otherOrigin] = [await servePage(), await servePage()];
  browser = await startBrowser();
  ({ manifest } = await startWorld([allowedOrigin]));
}

async function stop() {
  for (const end of started.reverse()) await end();
}

async function servePage() {
  const server = createServer((request, response) => {
    if (!PAGE.includes(request.url)) return void response.writeHead(404).end();
    response.setHeader('content-type', CONTENT_TYPES[extname(request.url)]);
    readFile(new URL(`.${request.url}`, examples)).then((content) => response.end(content));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  started.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

/** Over a pipe: a browser ends when its pipe does, even where this process is killed. */
async function startBrowser() {
  const launched = await launch({
    executablePath: chromiumPath(),
    pipe: true,
    // Chromium's sandbox refuses to run as root, which is what a container runs as; it is shown this page only.
    args: process.getuid() === 0 ? ['--no-sandbox'] : [],
  });
  started.push(() => launched.close());
  return launched;
}

function chromiumPath() {
  const candidates = process.env.CHROMIUM_PATH ?? process.env.PATH.split(delimiter).map((folder) => join(folder, 'chromium'));
  const found = [candidates].flat().find(existsSync);
  if (found === undefined) throw new Error('there is no Chromium, neither as chromium on PATH nor at CHROMIUM_PATH');
  return found;
}

async function startWorld(corsOrigins) {
  const stateFolder = await mkdtemp(join(tmpdir(), 'session-page-'));
  started.push(() => rm(stateFolder, { recursive: true, force: true }));
  const world = await createWorld({ root, stateFolder, port: 0, nodes: 5, workers: 1, corsOrigins });
  started.push(() => world.close());
  return world;
}

/** In the page, as wallets put themselves there; the key stays outside of it. */
const INJECTED_WALLET = `window.solana = {
  async connect() { this.publicKey = await walletAddress(); },
  async signMessage(bytes) { return { signature: Uint8Array.from(await walletSignature([...bytes])) }; },
}`;

/** The page at the gateway of this world, with the wallet of an owner of a subscription; `signs` says what the wallet makes of a text that it is given. */
async function openPage({ origin, signs = (text) => text }) {
  const key = Uint8Array.from(manifest.keys.subscriptionOwner);
  const given = [];
  const page = await browser.newPage();
  page.setDefaultTimeout(ANSWER_LIMIT_MS);
  await page.exposeFunction('walletAddress', () => formatAddress(toAddress(key.slice(32))));
  await page.exposeFunction('walletSignature', (bytes) => {
    const text = Buffer.from(bytes).toString();
    given.push(text);
    return [...ed25519.sign(Buffer.from(signs(text)), key.slice(0, 32))];
  });
  await page.evaluateOnNewDocument(INJECTED_WALLET);
  await page.goto(`${origin}/session.html`);
  await page.$eval('[name=gatewayUrl]', (field, gatewayUrl) => (field.value = gatewayUrl), manifest.gatewayUrl);
  return { page, given };
}

/** Presses a button; answers what the page tells after that, up to and with the outcome. */
async function press(page, name) {
  await page.$eval('output', (output) => (output.textContent = ''));
  await page.locator(`button ::-p-text(${name})`).click();
  await page.waitForFunction(`/^${name}: /m.test(document.querySelector('output').textContent)`);
  return page.$eval('output', (output) => output.textContent);
}

describe('the session page', () => {
  before(start, { timeout: START_LIMIT_MS });
  after(stop, { timeout: STOP_LIMIT_MS });

  it('signs in with the text that it shows, is served by bearer, signs out, and is refused from then on', async () => {
    const { page, given } = await openPage({ origin: allowedOrigin });
    const signedIn = await press(page, 'Sign in');
    assert.match(signedIn, /^Sign in: 200 {"role":"owner",/m);
    assert.equal(given.length, 1);
    assert.ok(signedIn.includes(`\n\n${given[0]}\n\n`), signedIn);
    assert.match(await press(page, 'Ask'), /^Ask: 200 {"status":"completed",.*"value":"64628\.31"/);
    assert.match(await press(page, 'Sign out'), /^Sign out: 200 /);
    assert.match(await press(page, 'Ask'), /^Ask: 401 .*"code":"bearer_invalid"/);
    assert.equal(given.length, 1);
  });

  it('keeps the token out of storage, of cookies and of what it shows, and does not know it after a reload', async () => {
    const { page } = await openPage({ origin: allowedOrigin });
    const answered = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/v1/session'));
    await press(page, 'Sign in');
    const { token } = (await (await answered).json()).data;
    assert.match(token, /^[A-Za-z0-9_-]{43}$/);
    assert.deepEqual(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]'), [0, 0, '']);
    assert.ok(!(await page.content()).includes(token));
    await page.reload();
    assert.equal(await press(page, 'Ask'), 'Ask: error: sign in first\n');
  });

  it('shows what the gateway says to the signature of another text', async () => {
    const { page } = await openPage({ origin: allowedOrigin, signs: (text) => text.replace('Version: 1', 'Version: 2') });
    assert.match(await press(page, 'Sign in'), /^Sign in: 401 {"error":"[^"]*signature/m);
    assert.equal(await press(page, 'Ask'), 'Ask: error: sign in first\n');
  });

  it('reaches nothing of the gateway from an origin that is not allowed', async () => {
    const { page, given } = await openPage({ origin: otherOrigin });
    assert.equal(await press(page, 'Sign in'), 'Sign in: error: Failed to fetch\n');
    assert.deepEqual(given, []);
  });
});
