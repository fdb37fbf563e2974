import { writeFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { ARTIFACTS } from '../tests/builds.js';
import { measureDustedSettlement, measureOthers, measureSettleRound, type Measurement } from './measure.js';

function table(rows: readonly Measurement[]): string {
  const lines = rows.map(({ name, computeUnits }) => `| ${name} | ${computeUnits.toLocaleString('en-US')} |`);
  return ['| instruction | compute units |', '| --- | ---: |', ...lines].join('\n');
}

/** Every build uses the same instructions of the machine, hence the same compute units. */
it('writes the compute units of every instruction to compute-units.md', () => {
  const [first, ...others] = ARTIFACTS.map(({ program }) => {
    const settlements = measureSettleRound(program).map((computeUnits, index) => ({
      name: `settle_round, ${index + 1} ${index === 0 ? 'signer' : 'signers'}`,
      computeUnits,
    }));
    const dusted = { name: 'settle_round, 3 signers, receipt address funded before', computeUnits: measureDustedSettlement(program) };
    return table([...settlements, dusted, ...measureOthers(program)]);
  });
  for (const other of others) expect(other).toBe(first);
  writeFileSync(new URL('compute-units.md', import.meta.url), `${first!}\n`);
});
