import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import solc from 'solc';

/** Git ignores the folder: the sources of others have licences that are not ours. */
const FOLDER = join(import.meta.dirname, '..', '..', '.compare');
const ANVIL = '1.7.1';
const COMPILERS = ['0.8.16', '0.8.19', '0.8.29'];
/** Longest wait for the registry. */
const NPM_MS = 120_000;

/** The compiler of this repository. */
export const HOUSE_COMPILER = solc.version().split('+')[0];

/** Brings anvil and the compilers of others. */
export function install() {
  mkdirSync(FOLDER, { recursive: true });
  const tools = [`@foundry-rs/anvil@${ANVIL}`, ...COMPILERS.map((version) => `solc-${version}@npm:solc@${version}`)];
  npm(['install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund', ...tools]);
}

export function anvil() {
  return join(FOLDER, 'node_modules', '@foundry-rs', 'anvil', 'bin.mjs');
}

/** The folder of a package of npm, without the packages that it depends on. */
export function unpack(name, version) {
  const base = `${name.slice(1).replace('/', '-')}-${version}`;
  const target = join(FOLDER, base);
  const folder = join(target, 'package');
  if (existsSync(join(folder, 'package.json'))) return folder;
  npm(['pack', `${name}@${version}`, '--pack-destination', FOLDER]);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  execFileSync('tar', ['-xzf', join(FOLDER, `${base}.tgz`), '-C', target]);
  return folder;
}

/** The commit of a clone, as git shortens it. */
export function commitOf(folder) {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
}

/** The ABI and the creation code of the contract `name`. */
export function compile({ version, viaIR, runs, evmVersion }, file, name, remappings, content = readFileSync(file, 'utf8')) {
  const compiler = COMPILERS.includes(version) ? createRequire(join(FOLDER, 'package.json'))(`solc-${version}`) : solc;
  const settings = {
    remappings,
    viaIR,
    evmVersion,
    optimizer: { enabled: true, runs },
    metadata: { bytecodeHash: 'none' },
    outputSelection: { '*': { [name]: ['abi', 'evm.bytecode.object'] } },
  };
  const input = JSON.stringify({ language: 'Solidity', sources: { [file]: { content } }, settings });
  const read = (path) => (existsSync(path) ? { contents: readFileSync(path, 'utf8') } : { error: `${path} is missing` });
  const output = JSON.parse(compiler.compile(input, { import: read }));
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const { abi, evm } = output.contracts[file][name];
  return { abi, bytecode: `0x${evm.bytecode.object}` };
}

function npm(args) {
  execFileSync('npm', [...args, '--loglevel', 'error'], { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'], timeout: NPM_MS });
}
