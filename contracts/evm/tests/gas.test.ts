import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forge } from './forge.js';

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'evm.md');
const DEPLOYED = ['src/OracleGateway.sol', 'examples/PriceConsumer.sol', 'examples/CrossConsumer.sol', 'examples/OwnPrice.sol'];
const BLOCK = /(<!-- gas: written by .* -->\n\n)[\s\S]*?(\n\n<!-- \/gas -->)/;

it('the gas tables of docs/evm.md are what the contracts cost', async () => {
  const page = await readFile(PAGE, 'utf8');
  expect(page).toMatch(BLOCK);
  const built = await forge(['build', ...DEPLOYED], 'gas');
  expect(built.passed, built.output + built.errors).toBe(true);
  const { passed, output, errors } = await forge(['test', '--json', '-vv'], 'gas-test');
  expect(passed, output + errors).toBe(true);
  const written = page.replace(BLOCK, (_, before: string, after: string) => `${before}${gasTables(output)}${after}`);
  if (process.env.WRITE_GAS_TABLE !== undefined) await writeFile(PAGE, written);
  else expect(page).toBe(written);
});

function gasTables(report: string): string {
  return ['signers', 'feeds'].map((counted) => gasTable(report, counted)).join('\n\n');
}

/** One column for each test that counts signers or feeds, in ascending order. One row for each number that it logs. */
function gasTable(report: string, counted: string): string {
  const columns = [...report.matchAll(new RegExp(`"test_${counted}(\\d+)\\(\\)":.*?"decoded_logs":\\[(.*?)\\]`, 'gs'))]
    .map(([, count, logs]) => ({ count: Number(count), numbers: numbersOf(logs ?? '') }))
    .sort((one, other) => one.count - other.count);
  expect(columns, report.slice(0, 1000)).not.toEqual([]);
  const names = columns[0]?.numbers.map(({ name }) => name) ?? [];
  const rows = names.map((name, place) => [name, ...columns.map(({ numbers }) => (numbers[place]?.gas ?? 0).toLocaleString('en'))]);
  const head = [`gas by number of ${counted}`, ...columns.map(({ count }) => String(count))];
  return [head, head.map((_, place) => (place === 0 ? '---' : '--:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function numbersOf(logs: string): { name: string; gas: number }[] {
  return [...logs.matchAll(/"(.*?): (\d+)"/g)].map(([, name = '', gas]) => ({ name, gas: Number(gas) }));
}
