import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { node24For } from './node-24.mjs';

it('Node 24 is searched for in the package of the platform', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('node-24/package.json', import.meta.url), 'utf8'));
  const found = ['arm64', 'x64'].map((arch) => /node_modules\/(.+)\/bin\/node$/.exec(node24For({ platform: 'linux', arch }))?.[1]);
  assert.deepEqual(found, Object.keys(optionalDependencies));
});
