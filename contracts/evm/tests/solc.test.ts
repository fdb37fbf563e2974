import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOLC = join(import.meta.dirname, '..', 'tools', 'solc.mjs');
const CONTRACT = {
  language: 'Solidity',
  sources: { 'Empty.sol': { content: 'contract Empty {}' } },
  settings: { outputSelection: { '*': { '*': ['metadata'] } } },
};

it('the version that forge is told is that of the compiler that compiles', () => {
  const told = execFileSync(process.execPath, [SOLC, '--version'], { encoding: 'utf8' });
  const [version] = /\d+\.\d+\.\d+/.exec(told) ?? ['none'];
  const compiled = execFileSync(process.execPath, [SOLC, '--standard-json'], { input: JSON.stringify(CONTRACT), encoding: 'utf8' });
  // The metadata is JSON in a text of JSON.
  expect(compiled.replaceAll('\\', '')).toContain(`"compiler":{"version":"${version}+commit.`);
});
