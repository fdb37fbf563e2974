import { writeFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { PROGRAM } from '../tests/built-program.js';
import { measureEscrow, measureSettleAgentRound } from './measure-agents.js';
import {
  measureDelegatesSettlement,
  measureDustedSettlement,
  measureFeed,
  measureLists,
  measureOthers,
  measureSettleRound,
  type ListMeasurement,
  type QuorumMeasurement,
  type SettlementMeasurement,
} from './measure.js';
import { NODE_COUNT, type Measurement } from './measurement.js';

/** The registry that quorums beyond `NODE_COUNT` need. */
const LARGE_REGISTRY = 40;

function cell(measurement: SettlementMeasurement | null): string {
  if (measurement === null) return 'does not fit';
  return `${measurement.computeUnits.toLocaleString('en-US')} / ${measurement.dataBytes}`;
}

function settlementTable(quorums: readonly QuorumMeasurement[]): string {
  const rows = quorums.map(({ signers, sum, slopes, signerSet }) => `| ${signers} | ${cell(sum)} | ${cell(slopes)} | ${cell(signerSet)} |`);
  return ['| settle_round: signers | sum | slopes | signer set |', '| ---: | ---: | ---: | ---: |', ...rows].join('\n');
}

function table(rows: readonly Measurement[]): string {
  const lines = rows.map(
    ({ name, computeUnits, dataBytes }) => `| ${name} | ${computeUnits.toLocaleString('en-US')} | ${dataBytes.toLocaleString('en-US')} |`,
  );
  return ['| instruction | compute units | data bytes |', '| --- | ---: | ---: |', ...lines].join('\n');
}

function range(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((number) => number.toLocaleString('en-US'));
  return least === most ? `${least}` : `${least} to ${most}`;
}

function listTable(lists: readonly ListMeasurement[]): string {
  const rows = lists.map(({ sources, transactions, withTable }) => {
    const cells = [
      sources,
      transactions.length,
      withTable.length,
      range(withTable.map(({ feeds }) => feeds)),
      range(withTable.map(({ computeUnits }) => computeUnits)),
      range(transactions.map(({ feeds }) => feeds)),
      range(transactions.map(({ computeUnits }) => computeUnits)),
      range(transactions.map(({ dataBytes }) => dataBytes)),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head =
    '| submit_many: sources | transactions | with a lookup table | feeds of one | compute units of one | feeds of one without it | compute units of one | data bytes of one |';
  return [head, '| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |', ...rows].join('\n');
}

it('writes the compute units and bytes of every instruction to compute-units.md', () => {
  const quorums = [
    ...measureSettleRound(PROGRAM, NODE_COUNT, [1, 2, 3, 5, 13]),
    ...measureSettleRound(PROGRAM, LARGE_REGISTRY, [20, LARGE_REGISTRY]),
  ];
  const rows = [
    measureDustedSettlement(PROGRAM),
    measureDelegatesSettlement(PROGRAM),
    ...measureSettleAgentRound(PROGRAM, [1, 2, 3, 5, 13]),
    ...measureEscrow(PROGRAM),
    ...measureFeed(PROGRAM),
    ...measureOthers(PROGRAM),
  ];
  expect(quorums.every(({ sum, signerSet }) => sum.computeUnits > 0 && signerSet.computeUnits > 0)).toBe(true);
  expect(rows.every(({ computeUnits }) => computeUnits > 0)).toBe(true);
  const lists = measureLists(PROGRAM, [2, 4, 7, 8, 20, 32]);
  const listNote = 'Feeds exist, 3 signers with a signer set; beside a limit and a price of compute units in each transaction.';
  const note = `Compute units / bytes of data, at a receipt bump of 255; up to ${NODE_COUNT} signers against a registry of ${NODE_COUNT} nodes, beyond of ${LARGE_REGISTRY}.`;
  writeFileSync(
    new URL('compute-units.md', import.meta.url),
    `${settlementTable(quorums)}\n\n${note}\n\n${listTable(lists)}\n\n${listNote}\n\n${table(rows)}\n`,
  );
});
