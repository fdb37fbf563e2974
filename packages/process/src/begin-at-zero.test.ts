import { Counter, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { beginAtZero } from './begin-at-zero.js';

it('a counter has a series at 0 for each combination of labels, and counts on from there', async () => {
  const registry = new Registry();
  const counter = new Counter({ name: 'drops_total', help: 'Drops.', labelNames: ['place', 'kind'], registers: [registry] });
  beginAtZero(counter, { place: ['roof', 'yard'], kind: [0, 1] });
  counter.inc({ place: 'yard', kind: 1 });
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('drops_total'));
  expect(lines.sort()).toEqual([
    'drops_total{place="roof",kind="0"} 0',
    'drops_total{place="roof",kind="1"} 0',
    'drops_total{place="yard",kind="0"} 0',
    'drops_total{place="yard",kind="1"} 1',
  ]);
});
