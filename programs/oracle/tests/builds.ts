/** The committed builds of the program: the same tests run on each. */
import { readFileSync } from 'node:fs';

import { beforeEach, describe } from 'vitest';

import type { World } from './world.js';

const artifact = (file: string): Uint8Array => readFileSync(new URL(`../artifacts/${file}`, import.meta.url));

export const ARTIFACTS = [
  { version: 'SBF v0', program: artifact('oracle_program.so') },
  { version: 'SBF v3', program: artifact('oracle_program.v3.so') },
] as const;

type CreateWorld = (program: Uint8Array) => World;

/** The worlds that a test file has created so far: creating one takes a hundred transactions, copying it none. */
const originals = new Map<CreateWorld, Map<Uint8Array, World>>();

function originalOf(create: CreateWorld, program: Uint8Array): World {
  const byProgram = originals.get(create) ?? new Map<Uint8Array, World>();
  originals.set(create, byProgram);
  const original = byProgram.get(program) ?? create(program);
  byProgram.set(program, original);
  return original;
}

/** Runs `tests` on every build; each test starts from a fresh copy of what `create` makes. */
export function onEveryBuild(create: CreateWorld, tests: (world: () => World) => void): void {
  describe.each(ARTIFACTS)('$version', ({ program }) => {
    let world: World;
    beforeEach(() => {
      world = originalOf(create, program).fork();
    });
    tests(() => world);
  });
}
