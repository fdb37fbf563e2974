import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.js';

const docs = await readFile(new URL('../../../../docs/configuration/keeper.md', import.meta.url), 'utf8');

it('every metric is documented, and no other', () => {
  const documented = [...docs.matchAll(/^\| `(oracle_[a-z_]+)/gm)].map(([, name]) => name);
  expect(documented).toEqual(
    createMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name),
  );
});
