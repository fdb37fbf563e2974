import { writeFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { PROGRAM } from '../tests/built-program.js';
import {
  measureDelegatesSettlement,
  measureDustedSettlement,
  measureFeed,
  measureOthers,
  measureSettleRound,
  type Measurement,
} from './measure.js';

function table(rows: readonly Measurement[]): string {
  const lines = rows.map(({ name, computeUnits }) => `| ${name} | ${computeUnits.toLocaleString('en-US')} |`);
  return ['| instruction | compute units |', '| --- | ---: |', ...lines].join('\n');
}

it('writes the compute units of every instruction to compute-units.md', () => {
  const settlements = measureSettleRound(PROGRAM).map((computeUnits, index) => ({
    name: `settle_round, ${index + 1} ${index === 0 ? 'signer' : 'signers'}`,
    computeUnits,
  }));
  const dusted = { name: 'settle_round, 3 signers, receipt address funded before', computeUnits: measureDustedSettlement(PROGRAM) };
  const delegates = { name: 'settle_round, 3 signers, for a delegate', computeUnits: measureDelegatesSettlement(PROGRAM) };
  const rows = [...settlements, dusted, delegates, ...measureFeed(PROGRAM), ...measureOthers(PROGRAM)];
  expect(rows.every(({ computeUnits }) => computeUnits > 0)).toBe(true);
  writeFileSync(new URL('compute-units.md', import.meta.url), `${table(rows)}\n`);
});
