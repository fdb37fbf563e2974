// The contracts of this package, compiled with the compiler of npm.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import solc from 'solc';

const PACKAGE = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'examples'];
// Settings of the compiler, as in foundry.toml.
const SETTINGS = { evmVersion: 'cancun', optimizer: { enabled: true, runs: 1_000_000 }, metadata: { bytecodeHash: 'none' } };

/** Every contract and interface by its name, ascending: `{ abi }`, and its creation code in `evm` where `names` has it. Throws on a warning. */
export function compiled(names = []) {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(PACKAGE, folder))
      .filter((name) => name.endsWith('.sol'))
      .map((name) => `${folder}/${name}`),
  );
  const sources = Object.fromEntries(files.map((name) => [name, { content: readFileSync(join(PACKAGE, name), 'utf8') }]));
  const byName = Object.fromEntries(names.map((name) => [name, ['abi', 'evm.bytecode.object']]));
  const outputSelection = { '*': { '*': ['abi'], ...byName } };
  const output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings: { ...SETTINGS, outputSelection } })));
  if (output.errors !== undefined) throw new Error(output.errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const contracts = Object.values(output.contracts).flatMap((file) => Object.entries(file));
  return contracts.filter(([, { abi }]) => abi.length > 0).sort(([one], [other]) => (one < other ? -1 : 1));
}
