import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { runInNewContext } from 'node:vm';
import { run } from './project.mjs';

/** Globals of a page that the libraries use, for a page that no browser loads. */
const GLOBALS = [
  'atob',
  'btoa',
  'crypto',
  'fetch',
  'AbortController',
  'AbortSignal',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'setTimeout',
  'clearTimeout',
];

/** A page as a user sees it, or, without Chromium, what its script writes. `CHROMIUM_PATH` names a Chromium that is not on PATH. */
export function findBrowser() {
  const path = process.env.CHROMIUM_PATH ?? 'chromium';
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const [browser] = /^\w+ [\d.]+/.exec(stdout ?? '') ?? [null];
  return { browser, shown: browser === null ? shownWithoutBrowser : (file) => shownIn(path, file) };
}

async function shownIn(path, file) {
  writeFileSync(`${file}.html`, `<!doctype html><output></output><script src="${basename(file)}"></script>`);
  const words = ['--headless', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${file}.profile`];
  const shown = await run(path, [...words, '--dump-dom', `file://${file}.html`], { cwd: dirname(file) });
  return /<output>([^<]*)<\/output>/.exec(shown)?.[1] ?? shown;
}

async function shownWithoutBrowser(file) {
  const output = { textContent: '' };
  const document = { querySelector: () => output, currentScript: { tagName: 'SCRIPT', src: `https://page.example/${basename(file)}` } };
  const page = { ...Object.fromEntries(GLOBALS.map((name) => [name, globalThis[name]])), document };
  runInNewContext(readFileSync(file, 'utf8'), Object.assign(page, { self: page }));
  return output.textContent;
}
