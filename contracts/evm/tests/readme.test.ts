import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');

/** Solidity that readers are invited to paste. */
function pasted(): [string, string][] {
  const page = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
  return [...page.matchAll(/```solidity\n([\s\S]*?)```/g)].map(([, code = ''], place) => [`pasted-${place}.sol`, code]);
}

/** The contracts under the names by which others import them. */
function published(folder: string): [string, string][] {
  const files = readdirSync(join(PACKAGE, folder)).filter((name) => name.endsWith('.sol'));
  return files.map((name) => [`@oracle-gateway/evm/${folder}/${name}`, readFileSync(join(PACKAGE, folder, name), 'utf8')]);
}

it('the Solidity of the README compiles as it stands, without a warning', () => {
  expect(pasted().length).toBeGreaterThan(1);
  const files = [...pasted(), ...published('src'), ...published('examples')];
  const sources = Object.fromEntries(files.map(([name, content]) => [name, { content }]));
  const settings = { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } };
  const input = JSON.stringify({ language: 'Solidity', sources, settings });
  const output = execFileSync(process.execPath, [join(PACKAGE, 'tools', 'solc.mjs'), '--standard-json'], { input, encoding: 'utf8' });
  expect(output).toContain('"BitcoinPrice"');
  expect(output).not.toMatch(/"severity"/);
});
