import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundledPages } from './bundled-pages.js';

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'dist-'));
  await mkdir(join(dist, 'pages'));
});
afterEach(() => rm(dist, { recursive: true }));

it.each(['main.js', 'standalone/main.js'])('finds the pages from dist/%s', (file) => {
  expect(bundledPages(pathToFileURL(join(dist, file)).href)).toBe(join(dist, 'pages') + sep);
});
