import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { operations } from '@oracle-gateway/gateway-api';
import { type Browser, launch } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from './fakes/world.js';

let browser: Browser, world: World;
beforeAll(async () => {
  world = await startWorld();
  // The browser is driven over a pipe: the browser ends when this process does. Its sandbox refuses to run as root, as in a container.
  browser = await launch({ executablePath: chromiumPath(), pipe: true, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

function chromiumPath(): string {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'chromium'));
  const found = [process.env['CHROMIUM_PATH'] ?? onPath].flat().find((path) => existsSync(path));
  if (found === undefined) throw new Error('there is no Chromium, neither as chromium on PATH nor at CHROMIUM_PATH');
  return found;
}

it('shows every operation and sends a request, under its policy, without a request elsewhere', async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  const requested: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.evaluateOnNewDocument(
    `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => console.error('policy: ' + effectiveDirective + ' ' + blockedURI))`,
  );

  await page.goto(`${world.url}/docs`);
  await page.waitForSelector('.opblock');
  // An operation stands under each of its tags.
  const shown = (await page.evaluate(`[...document.querySelectorAll('.opblock')].map(({ id }) => id.split('-').at(-1))`)) as string[];
  expect([...new Set(shown)].sort()).toEqual(Object.keys(operations).sort());

  await page.click('#operations-gateway-getInfo .opblock-summary-control');
  await page.locator('#operations-gateway-getInfo .try-out__btn').click();
  await page.locator('#operations-gateway-getInfo .execute').click();
  await page.waitForSelector('#operations-gateway-getInfo .live-responses-table .response-col_status');
  const status = await page.evaluate(
    `document.querySelector('#operations-gateway-getInfo .live-responses-table tbody .response-col_status').textContent.trim()`,
  );
  expect(status).toMatch(/^200/);

  expect(problems).toEqual([]);
  const elsewhere = requested.filter((url) => !url.startsWith('data:') && new URL(url).origin !== world.url);
  expect(elsewhere).toEqual([]);
  expect(requested).toContain(`${world.url}/v1/info`);
});
