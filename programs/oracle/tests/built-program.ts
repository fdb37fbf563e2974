/** The committed build of the program, and worlds in which it is deployed. */
import { readFileSync } from 'node:fs';

import { beforeEach, describe } from 'vitest';

import { programArtifactPath } from '../artifact.js';
import type { World } from './world.js';

export const PROGRAM: Uint8Array = readFileSync(programArtifactPath);

type CreateWorld = (program: Uint8Array) => World;

/** The worlds that a test file has created so far: creating one takes a hundred transactions, copying it none. */
const originals = new Map<CreateWorld, () => World>();

function copyOf(create: CreateWorld): World {
  const copy = originals.get(create) ?? create(PROGRAM).save();
  originals.set(create, copy);
  return copy();
}

/** Runs `tests`. Each starts from a fresh copy of the result of `create`. */
export function startingFrom(create: CreateWorld, tests: (world: () => World) => void): void {
  describe(`from ${create.name}`, () => {
    let world: World;
    beforeEach(() => {
      world = copyOf(create);
    });
    tests(() => world);
  });
}
