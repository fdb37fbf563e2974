import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { parse } from 'yaml';

const { packages, snapshots } = parse(readFileSync(new URL('../pnpm-lock.yaml', import.meta.url), 'utf8'));
const PLATFORMS = [
  { os: 'darwin', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
];
/** The lock file has no other binaries of these yet: docs/development.md says what adds them. */
const LINUX_X64_ALONE = ['litesvm@1.5.0'];

/** Packages for one platform that a package takes its binary from. */
function binariesOf({ optionalDependencies = {} }) {
  return Object.entries(optionalDependencies).flatMap(([name, version]) => packages[`${name}@${version}`] ?? []);
}

function hasBinary(binaries, { os, cpu }) {
  return binaries.some((binary) => binary.os?.includes(os) && binary.cpu?.includes(cpu));
}

it('the lock file has the binaries of macOS and of Linux on arm64 wherever it has those of Linux on x64', () => {
  const bound = Object.entries(snapshots)
    .filter(([, snapshot]) => hasBinary(binariesOf(snapshot), { os: 'linux', cpu: 'x64' }))
    .filter(([, snapshot]) => !PLATFORMS.every((platform) => hasBinary(binariesOf(snapshot), platform)))
    .map(([name]) => name.replace(/\(.*$/, ''));
  assert.deepEqual([...new Set(bound)], LINUX_X64_ALONE);
});
