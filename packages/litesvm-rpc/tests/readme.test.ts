import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rpcMethodNames } from '../src/methods/index.js';
import { subscriptionKinds } from '../src/subscriptions.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The names in the first column of the table that `header` begins. */
function firstColumn(header: string): string[] {
  const [, table = ''] = readme.split(new RegExp(`^\\| ${header} .*$`, 'm'));
  const rows = /^\n(?:\|.*\n)+/.exec(table)?.[0] ?? '';
  return rows.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

it('names every method there is', () => {
  expect(firstColumn('method').toSorted()).toEqual([...rpcMethodNames].toSorted());
});

it('names every subscription there is', () => {
  const names = Object.keys(subscriptionKinds).map((kind) => `${kind}Subscribe`);
  expect(firstColumn('subscription').toSorted()).toEqual(names.toSorted());
});
