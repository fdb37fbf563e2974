import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { CHARGE_LINES } from './explanation.js';
import { REFUSALS } from './refusal-question.js';
import { LEFT_OUT } from './search.js';

const APPS = fileURLToPath(new URL('../../../../apps', import.meta.url));

/** Sources of the programs that write the lines. */
async function sourcesOf(app: string): Promise<string> {
  const folder = join(APPS, app, 'src');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

it('every message that is read is one that the gateway or the worker writes', async () => {
  const sources = `${await sourcesOf('gateway')}\n${await sourcesOf('settlement-worker')}`;
  const messages = [...REFUSALS, LEFT_OUT, ...CHARGE_LINES.map(({ message }) => message)];
  expect(messages.filter((message) => !sources.includes(`'${message}'`))).toEqual([]);
});
