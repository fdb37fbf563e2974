import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { checksModules } from './checks-modules.js';

it.each(Object.entries(checksModules()))('%s is what `pnpm run docs` writes from the schemas', async (name, text) => {
  // Compared as a whole first: a difference of half a megabyte is no message.
  const isSame = (await readFile(new URL(name, import.meta.url), 'utf8')) === text;
  expect(isSame, `${name} differs from the schemas: run \`pnpm run docs\``).toBe(true);
});
