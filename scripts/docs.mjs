#!/usr/bin/env node
// Writes the parts of the documents that repeat code: `pnpm run docs`. `--check` compares instead and exits with 1 where a page differs.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renewPages } from './docs/renew-pages.mjs';

const isCheck = process.argv.includes('--check');
const { pages, differing } = await renewPages(dirname(dirname(fileURLToPath(import.meta.url))), { isWriting: !isCheck });
for (const page of differing) console.log(isCheck ? `${page} differs from the code: run \`pnpm run docs\`` : `wrote ${page}`);
console.log(`${pages} pages, ${differing.length} ${isCheck ? 'that differ' : 'written'}`);
process.exitCode = isCheck && differing.length > 0 ? 1 : 0;
