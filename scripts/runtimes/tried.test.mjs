import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { resolutionsOf, tsconfigOf } from './compilers.mjs';
import { pinnedTools } from './project.mjs';

const { runtimes, compilers } = JSON.parse(readFileSync(new URL('tried.json', import.meta.url), 'utf8'));
const page = readFileSync(new URL('../../docs/runtimes.md', import.meta.url), 'utf8');
/** Packages that are tried as a part of another. */
const PARTS = ['react', 'react-dom'];

describe('what was tried', () => {
  it('was tried in the versions that are pinned now: else run both checks with --write', () => {
    const tried = new Set([...runtimes, ...compilers].map(({ version }) => version));
    const pinned = Object.entries(pinnedTools()).filter(([name]) => !PARTS.includes(name));
    const missing = pinned.filter(([, version]) => !tried.has(version.slice(version.lastIndexOf('@') + 1)));
    assert.deepEqual(missing, []);
  });

  it('has the oldest TypeScript that the page states', () => {
    const [oldest] = compilers.map(({ version }) => Number.parseFloat(version)).sort((one, other) => one - other);
    assert.match(page, new RegExp(`TypeScript ${oldest.toFixed(1)} is the oldest`));
  });
});

describe('a compiler', () => {
  it('is tried in the ways to resolve modules that its version knows', () => {
    const named = (version) => resolutionsOf(version).map(({ name }) => name);
    assert.ok(!named('4.9.5').includes('bundler'));
    assert.ok(named('5.0.4').includes('bundler') && named('5.9.3').includes('node10'));
    assert.ok(!named('7.0.2').includes('node10'));
  });

  it('is told of the way that version 6 has deprecated', () => {
    const [node10] = resolutionsOf('6.0.3');
    const optionsOf = (version) => tsconfigOf({ version, resolution: node10, host: 'page' }).compilerOptions;
    assert.equal(optionsOf('6.0.3').ignoreDeprecations, '6.0');
    assert.equal(optionsOf('5.9.3').ignoreDeprecations, undefined);
  });
});
