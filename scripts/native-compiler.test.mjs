import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { compilerFor, nativeCompiler } from './native-compiler.mjs';

const { optionalDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describe('the native compiler', () => {
  it('is the one for the platform that runs', () => {
    assert.equal(nativeCompiler, compilerFor({ platform: process.platform, arch: process.arch }));
    assert.match(nativeCompiler, new RegExp(`typescript-${process.platform}-${process.arch}/lib/tsc$`));
  });

  it('is installed on Linux and macOS, for x64 and arm64', () => {
    const platforms = Object.keys(optionalDependencies).map((name) => name.replace('@typescript/typescript-', ''));
    assert.deepEqual(platforms, ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']);
  });

  it('names the platform that has none, and what to do', () => {
    assert.throws(
      () => compilerFor({ platform: 'plan9', arch: 'mips' }),
      /not installed for plan9-mips; run pnpm install, or add its package/,
    );
  });
});
