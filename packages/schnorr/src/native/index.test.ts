import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { portableCurve } from '../curve-noble.js';
import { loadAddon } from './addon.js';
import { createFastCurve, createNativeCurve } from './index.js';

/** Platforms for which the package `secp256k1` brings a build, so that it loads without a compiler. */
const BUILDS = new Set(['linux-x64', 'darwin-arm64', 'win32-x64']);
const hasBuild = BUILDS.has(`${process.platform}-${process.arch}`);

// Its answers are compared with every other form's in curve.property.test.ts and curve.vectors.test.ts.
describe('createNativeCurve', () => {
  it('is there where the addon has a build, and nowhere else', () => {
    expect(createNativeCurve() !== null).toBe(hasBuild);
  });

  it('takes 32 bytes to blind its multiplications with', () => {
    const lengths: number[] = [];
    createNativeCurve({ random: (length) => new Uint8Array(length).fill(lengths.push(length)) });
    expect(lengths).toEqual(hasBuild ? [32] : []);
  });
});

describe('loadAddon', () => {
  it('finds the addon beside this package where the named module has no package, or does not exist', () => {
    const places = [import.meta.url, 'file:///nowhere/main.js', 'no url'];
    expect(places.map((place) => loadAddon(place) !== null)).toEqual(places.map(() => hasBuild));
  });

  it('finds it where the named module has it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'addon-'));
    try {
      const installed = join(folder, 'node_modules', 'secp256k1');
      await mkdir(installed, { recursive: true });
      await writeFile(join(installed, 'bindings.js'), 'module.exports = { isOfTheApp: true };');
      expect(loadAddon(pathToFileURL(join(folder, 'main.js')).href)).toEqual({ isOfTheApp: true });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('createFastCurve', () => {
  it('prefers the addon to WebAssembly, and says which of them it took', async () => {
    const { curve, form } = await createFastCurve();
    expect(form).toBe(hasBuild ? 'native' : 'wasm');
    const secret = new Uint8Array(32).fill(7);
    expect(curve.multiplyBase(secret)?.toHex()).toBe(portableCurve.multiplyBase(secret)?.toHex());
  });
});
