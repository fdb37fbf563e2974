#!/usr/bin/env node
// `node site.mjs build` writes the site to dist/ and checks it. `node site.mjs dev` serves it, and shows each change of a page at once.
// The packages have to be built: the reference is made from their declarations.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
// The modules of the site find the repository from here, also where Astro has bundled them.
process.chdir(folder);
// Read by Astro when it is loaded.
process.env.ASTRO_TELEMETRY_DISABLED = '1';

async function build() {
  const { writeReference } = await import('./src/write-reference.mjs');
  await writeReference();
  await writePages();
  const astro = await import('astro');
  await astro.build({ root: folder, logLevel: 'error' });
  const { faultsOfSite } = await import('./src/built-site.mjs');
  const { pages, links, broken, outside } = faultsOfSite(join(folder, 'dist'));
  for (const link of broken) console.error(`leads nowhere: ${link}`);
  for (const request of outside) console.error(`asks another origin: ${request}`);
  console.log(`docs/site/dist: ${pages} pages, ${links} links, ${broken.length} broken, ${outside.length} requests to other origins`);
  return broken.length + outside.length === 0 ? 0 : 1;
}

async function writePages() {
  const { writeErrorPages } = await import('./src/error-pages.mjs');
  await writeErrorPages();
}

/** The reference of the packages stays as the last build left it. */
async function dev() {
  const { REFERENCE_FOLDER } = await import('./src/api-reference.mjs');
  if (!existsSync(REFERENCE_FOLDER)) {
    const { writeReference } = await import('./src/write-reference.mjs');
    await writeReference();
  }
  await writePages();
  const astro = await import('astro');
  await astro.dev({ root: folder });
  return 0;
}

const [mode] = process.argv.slice(2);
if (mode !== 'build' && mode !== 'dev') {
  console.error('usage: node site.mjs build|dev');
  process.exitCode = 2;
} else {
  process.exitCode = await (mode === 'build' ? build() : dev());
}
