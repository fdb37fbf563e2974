#!/usr/bin/env node
import { mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { bundleForBrowser } from './src/bundle-for-browser.js';

const folder = new URL('dist/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const [format, name] of /** @type {const} */ ([
  ['esm', 'verify.mjs'],
  ['iife', 'verify.js'],
])) {
  const bundle = await bundleForBrowser({ format });
  await writeFile(new URL(name, folder), bundle);
  console.log(`dist/${name}: ${Buffer.byteLength(bundle)} bytes, ${gzipSync(bundle).length} gzipped`);
}
