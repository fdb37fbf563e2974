import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { shrinkwrapOf } from './shrinkwrap.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const APPS = ['gateway', 'settlement-worker', 'oracle-node', 'keeper', 'localnet'];
const { packages: locked } = parse(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8'));
const { overrides } = parse(readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8'));
/** `secp256k1>elliptic` with `-`: what a package names and does not get. */
const REMOVED = Object.entries(overrides)
  .filter(([, version]) => version === '-')
  .map(([path]) => path.split('>'));

function packagesOf(app) {
  return shrinkwrapOf(ROOT, join('apps', app)).packages;
}

function nameAt(path, { name }) {
  return name ?? path.split('node_modules/').at(-1);
}

for (const app of APPS) {
  test(`the shrinkwrap of ${app} has the hashes of the lock file`, () => {
    for (const [path, entry] of Object.entries(packagesOf(app)).filter(([, { integrity }]) => integrity !== undefined))
      assert.equal(entry.integrity, locked[`${nameAt(path, entry)}@${entry.version}`].resolution.integrity, path);
  });

  test(`the shrinkwrap of ${app} lets npm find only by their versions packages of this workspace, and binaries that the lock file lacks`, () => {
    const found = Object.entries(packagesOf(app)).filter(([path, { integrity }]) => path !== '' && integrity === undefined);
    for (const [path, entry] of found)
      assert.ok(
        path.includes('node_modules/@oracle-gateway/') ||
          (entry.optional && locked[`${nameAt(path, entry)}@${entry.version}`] === undefined),
        path,
      );
  });

  test(`the shrinkwrap of ${app} asks for no package that an override has removed`, () => {
    const asking = Object.entries(packagesOf(app)).flatMap(([path, entry]) =>
      REMOVED.filter(([from, removed]) => nameAt(path, entry) === from && entry.dependencies?.[removed] !== undefined),
    );
    assert.deepEqual(asking, []);
  });
}

test('an override by another package stands under the name that is asked for', () => {
  const packages = packagesOf('gateway');
  const entry = packages['node_modules/node-fetch'];
  assert.equal(entry.name, 'node-fetch-native');
  assert.equal(packages['node_modules/@solana/web3.js'].dependencies['node-fetch'], `npm:node-fetch-native@${entry.version}`);
});

test('the addon of the curve may be missing, and its install script finds its commands', () => {
  const packages = packagesOf('gateway');
  const { optional, hasInstallScript } = packages['node_modules/secp256k1'];
  assert.deepEqual({ optional, hasInstallScript }, { optional: true, hasInstallScript: true });
  assert.ok(packages['node_modules/node-gyp-build'].bin['node-gyp-build'] !== undefined);
});
