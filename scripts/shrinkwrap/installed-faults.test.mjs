import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { installedFaults } from './installed-faults.mjs';

function packageOf(name, version, dependencies = {}, optional = []) {
  return { name, version, dependencies, optional: new Set(optional), peers: new Set(), limits: {} };
}

const GRAPH = {
  start: packageOf('app', '1.0.0', { a: 'a@1.0.0', b: 'b@2.0.0' }, ['b']),
  'a@1.0.0': packageOf('a', '1.0.0', { c: 'c@1.0.0' }),
  'b@2.0.0': packageOf('b', '2.0.0'),
  'c@1.0.0': packageOf('c', '1.0.0'),
};
const INSTALLED = { '.': 'app@1.0.0', a: 'a@1.0.0', b: 'b@2.0.0', c: 'c@1.0.0' };

function faultsOf(installed) {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'));
  try {
    for (const [path, identity] of Object.entries(installed)) {
      const [name, version] = identity.split('@');
      const home = path === '.' ? folder : join(folder, 'node_modules', path);
      mkdirSync(home, { recursive: true });
      writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version }));
    }
    return installedFaults({ graph: GRAPH, start: 'start', folder }).faults;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [name, changed, told] of [
  ['what was tested has no fault', {}, []],
  ['a package that may be missing is no fault', { b: undefined }, []],
  [
    'another version is a fault',
    { c: 'c@1.0.1' },
    ['a: finds c 1.0.1 for c, was tested with c 1.0.0', 'c 1.0.1: is installed, and was not tested'],
  ],
  ['a missing package is a fault', { c: undefined }, ['a: finds nothing for c, was tested with c 1.0.0']],
  ['a package that was not tested is a fault', { elliptic: 'elliptic@6.6.1' }, ['elliptic 6.6.1: is installed, and was not tested']],
  [
    'a copy that hides the tested one is a fault',
    { 'a/node_modules/c': 'c@2.0.0' },
    [
      'a: finds c 2.0.0 for c, was tested with c 1.0.0',
      'c 2.0.0: is installed, and was not tested',
      'c 1.0.0: is installed, and was not tested',
    ],
  ],
]) {
  test(name, () => {
    const installed = Object.fromEntries(Object.entries({ ...INSTALLED, ...changed }).filter(([, identity]) => identity !== undefined));
    assert.deepEqual(faultsOf(installed).sort(), [...told].sort());
  });
}
