// A world, a browser, and two origins that serve pages; only the first may call the gateway. Needs a build, and Chromium on PATH or where
// CHROMIUM_PATH says. Everything starts before the first test of a file that imports this, and stops after the last.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createWorld } from '@oracle-gateway/localnet';
import { launch } from 'puppeteer-core';
import { bundleForBrowser } from '../src/bundle-for-browser.js';

const examples = new URL('../', import.meta.url);
const root = fileURLToPath(new URL('../', examples));
const TOTAL_LIMIT_MS = 50 * 60_000;
const START_LIMIT_MS = 900_000;
const STOP_LIMIT_MS = 300_000;
const ANSWER_LIMIT_MS = 300_000;

/** Files of the examples that are served. */
const FILES = ['/session.html', '/verify.html', '/page.css'];
const CONTENT_TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };

/** Started parts, to be ended in the opposite order. */
const started = [];
/** Other bodies to serve, by path. */
const served = new Map();
let browser, world;

before(start, { timeout: START_LIMIT_MS });
after(stop, { timeout: STOP_LIMIT_MS });

/** The manifest of the world, the origin that may call its gateway, and one that may not. */
export function pageWorld() {
  if (world === undefined) throw new Error('the world has not been started');
  return world;
}

/** A page in the browser. */
export async function newPage() {
  const page = await browser.newPage();
  page.setDefaultTimeout(ANSWER_LIMIT_MS);
  return page;
}

/** Serves a text at both origins from now on. */
export function serveText(path, text, headers = {}) {
  served.set(path, { text, headers: { 'content-type': CONTENT_TYPES[extname(path)], ...headers } });
}

async function start() {
  // Whatever hangs: world and browser end with this process.
  setTimeout(() => process.exit(1), TOTAL_LIMIT_MS).unref();
  const [allowedOrigin, otherOrigin] = [await servePages(), await servePages()];
  browser = await startBrowser();
  const { manifest } = await startWorld([allowedOrigin]);
  world = { manifest, allowedOrigin, otherOrigin };
  serveText('/dist/client.js', await bundleForBrowser());
}

async function stop() {
  for (const end of started.reverse()) await end();
}

async function servePages() {
  const server = createServer((request, response) => {
    const text = served.get(request.url);
    if (text !== undefined) return void response.writeHead(200, text.headers).end(text.text);
    if (!FILES.includes(request.url)) return void response.writeHead(404).end();
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

/** The browser is driven over a pipe: a browser ends when its pipe does, even where this process is killed. */
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
