import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forge } from './forge.js';

const REPORT = join('.forge', 'lcov.info');
/** Profiles of foundry.toml. The intermediate representation takes minutes to compile: SOLIDITY_FORMS=all vitest run tests/contracts.test.ts. */
const FORMS = ['default', 'unoptimized', ...(process.env['SOLIDITY_FORMS'] === 'all' ? ['via-ir'] : [])];
const PACKAGE = join(import.meta.dirname, '..');

describe('the contracts', () => {
  it('have the form that forge gives them', async () => {
    const { passed, output, errors } = await forge(['fmt', '--check']);
    expect(passed, output + errors).toBe(true);
  });

  it.each(FORMS)('pass the tests, fuzz tests and invariants of forge, compiled by the profile %s', async (form) => {
    const { passed, output, errors } = await forge(['test'], form);
    expect(passed, output + errors).toBe(true);
    expect(output).toMatch(/ [1-9]\d+ tests passed, 0 failed, 0 skipped/);
  });

  it('have no line, branch or function that no test reaches', async () => {
    const { passed, output, errors } = await forge(['coverage', '--report', 'lcov', '--report-file', REPORT], 'coverage');
    expect(passed, output + errors).toBe(true);
    const files = ofContracts(await readFile(join(PACKAGE, REPORT), 'utf8'));
    expect(files.map(({ name }) => name)).toContain('src/OracleRegistry.sol');
    expect(files.map(({ name }) => name)).toContain('examples/PullConsumer.sol');
    expect(files.flatMap(({ unreached }) => unreached)).toEqual([]);
  });
});

/** Parts of each contract's file that were not reached, from a report in the form of lcov. */
function ofContracts(report: string): { name: string; unreached: string[] }[] {
  return report
    .split('end_of_record')
    .map((record) => ({ name: /^SF:(.*)$/m.exec(record)?.[1] ?? '', record }))
    .filter(({ name }) => /^(?:src|examples)\//.test(name))
    .map(({ name, record }) => {
      const lines = [...record.matchAll(/^DA:(\d+),0$/gm)].map(([, line]) => `${name}:${line}`);
      const branches = [...record.matchAll(/^BRDA:(\d+),.*,(?:0|-)$/gm)].map(([, line]) => `${name}:${line}, a branch`);
      const functions = [...record.matchAll(/^FNDA:0,(.*)$/gm)].map(([, called]) => `${name}, ${called}`);
      return { name, unreached: [...lines, ...branches, ...functions] };
    });
}
