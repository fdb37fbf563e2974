import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigError } from './config-error.js';
import { readRenewable } from './renewable.js';

async function setUp(environment: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'renewable-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'secret');
  await writeFile(path, 'first', { mode: 0o600 });
  const clock = { ms: 0 };
  let reads = 0;
  const secret = await readRenewable(
    { environment, variable: 'THE_SECRET', key: 'table.secret_path', value: path },
    ({ name, text }) => {
      reads += 1;
      if (text === '') throw new ConfigError(name, 'is empty');
      return text;
    },
    { monotonicMs: () => clock.ms },
  );
  return { secret, path, clock, reads: () => reads };
}

it('a secret is the one that its file has now, read once a second at most', async () => {
  const { secret, path, clock, reads } = await setUp();
  await writeFile(path, 'second');
  expect(secret.current()).toBe('first');
  clock.ms = 1_000;
  expect([secret.current(), secret.current()]).toEqual(['second', 'second']);
  expect(reads()).toBe(2);
});

it.each([
  ['is gone', (path: string) => rm(path)],
  ['is empty', (path: string) => writeFile(path, '')],
  ['others can read', (path: string) => chmod(path, 0o644)],
])('a file that %s changes nothing, and the next good one counts', async (_, spoil) => {
  const { secret, path, clock } = await setUp();
  await spoil(path);
  clock.ms = 1_000;
  expect(secret.current()).toBe('first');
  await rm(path, { force: true });
  await writeFile(path, 'third', { mode: 0o600 });
  clock.ms = 2_000;
  expect(secret.current()).toBe('third');
});

it('a variable of the environment stays', async () => {
  const { secret, path, clock } = await setUp({ THE_SECRET: 'inline' });
  await writeFile(path, 'second');
  clock.ms = 60_000;
  expect(secret.current()).toBe('inline');
});
