// A world with its page, and a browser. Needs a build, and Chromium on PATH or where CHROMIUM_PATH says. Everything starts before the first
// test of a file that imports this, and stops after the last.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createWorld } from '@oracle-gateway/localnet';
import { launch } from 'puppeteer-core';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const IMAGES = join(root, 'docs', 'images');
const TOTAL_LIMIT_MS = 50 * 60_000;
const START_LIMIT_MS = 900_000;
const STOP_LIMIT_MS = 300_000;
const ANSWER_LIMIT_MS = 300_000;
const DESKTOP = { width: 1280, height: 900 };

/** Started parts, to be ended in the opposite order. */
const started = [];
let browser, world;

before(start, { timeout: START_LIMIT_MS });
after(stop, { timeout: STOP_LIMIT_MS });

/** The running world. */
export function pageWorld() {
  if (world === undefined) throw new Error('the world has not been started');
  return world;
}

/**
 * A visit of the page by a new visitor. `problems` has what the browser complains of: errors of scripts, violations of the policy, requests to
 * other origins than gateway and ledger.
 */
export async function visit({ origin = world.manifest.gatewayUrl, path = '/app/#new', viewport = DESKTOP, dark = false, prepare } = {}) {
  const { gatewayUrl, rpcUrl } = world.manifest;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(ANSWER_LIMIT_MS);
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  const problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url ?? ''}`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && ![gatewayUrl, rpcUrl].some((url) => new URL(url).origin === origin))
      problems.push(`asked ${request.url()}`);
  });
  await prepare?.(page);
  await page.goto(`${origin}${path}`);
  await page.waitForSelector('h1');
  return { page, problems, close: () => context.close() };
}

/** A value as the page writes it where no unit is known. */
export function separated(value) {
  return Number(value).toLocaleString('en', { maximumFractionDigits: 18 });
}

/** The text of an element, once it is there. */
export async function textOf(page, selector) {
  await page.waitForSelector(selector);
  return page.$eval(selector, (element) => element.textContent);
}

/** The rows of the members of a list or an index, as texts. */
export async function membersOf(page) {
  await page.waitForSelector('#members');
  return page.$$eval('#members tbody tr', (rows) => rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent)));
}

/** Presses a button by its name, once it can be pressed. */
export async function press(page, name) {
  await page.waitForFunction(
    (wanted) => [...document.querySelectorAll('button')].some((button) => button.textContent.trim().startsWith(wanted) && !button.disabled),
    {},
    name,
  );
  const handle = await page.evaluateHandle(
    (wanted) => [...document.querySelectorAll('button')].find((button) => button.textContent.trim().startsWith(wanted)),
    name,
  );
  await handle.click();
}

/** Whether a button with this name can be pressed now. */
export async function canPress(page, name) {
  return page.$$eval(
    'button',
    (buttons, wanted) => buttons.some((button) => button.textContent.trim().startsWith(wanted) && !button.disabled),
    name,
  );
}

/** Replaces the text of a labelled field. */
export async function fill(page, label, text) {
  const handle = await page.evaluateHandle(
    (wanted) => [...document.querySelectorAll('label')].find((one) => one.textContent.startsWith(wanted)).querySelector('input, textarea'),
    label,
  );
  await handle.evaluate((field, value) => {
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

/** Takes an option of a labelled choice. */
export async function choose(page, label, option) {
  const handle = await page.evaluateHandle(
    (wanted) => [...document.querySelectorAll('label')].find((one) => one.textContent.startsWith(wanted)).querySelector('select'),
    label,
  );
  await handle.select(option);
}

/** Writes a picture for the documents where EXPLORER_SCREENSHOTS is set: its pixels differ from machine to machine. */
export async function picture(page, name) {
  if (process.env.EXPLORER_SCREENSHOTS === undefined) return;
  await mkdir(IMAGES, { recursive: true });
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: join(IMAGES, `explorer-${name}.png`), fullPage: true });
}

async function start() {
  // Whatever hangs: world and browser end with this process.
  setTimeout(() => process.exit(1), TOTAL_LIMIT_MS).unref();
  // The browser is driven over a pipe: a browser ends when its pipe does, even where this process is killed.
  browser = await launch({
    executablePath: chromiumPath(),
    pipe: true,
    // Chromium's sandbox refuses to run as root, which is what a container runs as; it is shown this page only.
    args: process.getuid() === 0 ? ['--no-sandbox'] : [],
  });
  started.push(() => browser.close());
  const stateFolder = await mkdtemp(join(tmpdir(), 'page-'));
  started.push(() => rm(stateFolder, { recursive: true, force: true }));
  world = await createWorld({ root, stateFolder, port: 0, nodes: 5, workers: 1, keepsFeeds: true });
  started.push(() => world.close());
}

async function stop() {
  for (const end of started.reverse()) await end();
}

function chromiumPath() {
  const candidates = process.env.CHROMIUM_PATH ?? process.env.PATH.split(delimiter).map((folder) => join(folder, 'chromium'));
  const found = [candidates].flat().find(existsSync);
  if (found === undefined) throw new Error('there is no Chromium, neither as chromium on PATH nor at CHROMIUM_PATH');
  return found;
}
