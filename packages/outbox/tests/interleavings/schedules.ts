/** Every order in which the steps of several actors can happen, each actor's own steps staying in order. */
export function* interleavings<T>(actors: readonly (readonly T[])[]): Generator<readonly T[]> {
  const unfinished = actors.filter((steps) => steps.length > 0);
  if (unfinished.length === 0) yield [];
  for (const actor of unfinished) {
    const [step, ...later] = actor;
    if (step === undefined) continue;
    const rest = unfinished.map((steps) => (steps === actor ? later : steps));
    for (const schedule of interleavings(rest)) yield [step, ...schedule];
  }
}

/** Every way in which each actor stops after some of its steps: finished, crashed or never started. */
export function* crashes<T>(actors: readonly (readonly T[])[]): Generator<readonly (readonly T[])[]> {
  const [first, ...others] = actors;
  if (first === undefined) {
    yield [];
    return;
  }
  for (let length = 0; length <= first.length; length += 1) {
    for (const rest of crashes(others)) yield [first.slice(0, length), ...rest];
  }
}
