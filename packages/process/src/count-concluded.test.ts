import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { countConcluded } from './count-concluded.js';

it('adds up what moved and what was not paid, by path and conclusion', async () => {
  const registry = new Registry();
  const count = countConcluded({ prefix: 'oracle_x', registry, help: 'Amounts.' });
  count({ path: 'agent', kind: 'final', amount: 5n, unpaid: 0n });
  count({ path: 'agent', kind: 'final', amount: 7n, unpaid: 0n });
  count({ path: 'agent', kind: 'lapsed', amount: 0n, unpaid: 11n });
  count({ path: 'x402', kind: 'paid', amount: 13n, unpaid: 0n });
  expect((await registry.metrics()).split('\n').filter((line) => line.startsWith('oracle_x'))).toEqual([
    'oracle_x_concluded_atomic_total{path="agent",conclusion="final"} 12',
    'oracle_x_concluded_atomic_total{path="agent",conclusion="lapsed"} 11',
    'oracle_x_concluded_atomic_total{path="x402",conclusion="paid"} 13',
  ]);
});
