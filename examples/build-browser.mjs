#!/usr/bin/env node
// Writes the client as one script for pages without a bundler: dist/client.js.
import { mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { bundleForBrowser } from './src/bundle-for-browser.js';

const bundle = await bundleForBrowser();
await mkdir(new URL('dist/', import.meta.url), { recursive: true });
await writeFile(new URL('dist/client.js', import.meta.url), bundle);
console.log(`examples/dist/client.js: ${Buffer.byteLength(bundle)} bytes, ${gzipSync(bundle).length} gzipped`);
