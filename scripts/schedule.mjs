// turbo builds packages and knows what each suite reads. The order of the checks is set here, for what turbo cannot say: the longest suite first,
// how much of the machine a check takes, a limit on each, the output of a failure at once. `turbo run test` also took a third more CPU time:
// eighteen suites that one Vitest loads once.

/**
 * @typedef {object} Check
 * @property {string} name unique
 * @property {readonly string[]} [needs] names of checks that must pass before; when one does not, this one is not run
 * @property {number} [weight] how many slots it takes, default 1: a part of one where most is waiting; more than there are means all of them
 *
 * @typedef {{ passed: boolean, seconds: number, output: string }} Outcome
 */

/**
 * Runs checks side by side, in the order of the list as far as `needs` and the slots allow.
 *
 * @template {Check} C
 * @param {readonly C[]} checks
 * @param {object} options
 * @param {number} options.slots
 * @param {(check: C) => Promise<Outcome>} options.run never rejects
 * @param {(check: C) => boolean} [options.isDone] true for a check that need not run: it counts as passed
 * @param {(check: C, outcome: Outcome & { isDone?: true }) => void} [options.onOutcome]
 * @returns {Promise<Map<string, Outcome>>} an outcome for every check
 * @throws {RangeError} when a need is not in the list, or the needs go in a circle
 */
export async function runChecks(checks, { slots, run, isDone = () => false, onOutcome = () => {} }) {
  assertPossible(checks);
  const outcomes = new Map();
  const waiting = new Set(checks);
  const running = new Set();
  let taken = 0;

  const finish = (check, outcome) => {
    outcomes.set(check.name, outcome);
    onOutcome(check, outcome);
  };
  const start = (check, weight) => {
    taken += weight;
    const done = run(check).then((outcome) => {
      taken -= weight;
      running.delete(done);
      finish(check, outcome);
    });
    running.add(done);
  };

  for (const check of checks.filter(isDone)) {
    waiting.delete(check);
    finish(check, { passed: true, seconds: 0, output: '', isDone: true });
  }
  while (waiting.size > 0 || running.size > 0) {
    for (const check of waiting) {
      const needs = (check.needs ?? []).map((name) => outcomes.get(name));
      const missing = (check.needs ?? []).find((name) => outcomes.get(name)?.passed === false);
      if (missing !== undefined) {
        waiting.delete(check);
        finish(check, { passed: false, seconds: 0, output: `not run: "${missing}" failed` });
      } else if (needs.every((outcome) => outcome !== undefined)) {
        const weight = Math.min(check.weight ?? 1, slots);
        if (taken + weight > slots) continue;
        waiting.delete(check);
        start(check, weight);
      }
    }
    // Nothing may be running: what was left has just been counted as failed, for what it needs.
    if (running.size > 0) await Promise.race(running);
  }
  return outcomes;
}

function assertPossible(checks) {
  const done = new Set();
  const left = new Set(checks);
  for (let progress = true; progress && left.size > 0;) {
    const ready = [...left].filter((check) => (check.needs ?? []).every((name) => done.has(name)));
    for (const check of ready) {
      left.delete(check);
      done.add(check.name);
    }
    progress = ready.length > 0;
  }
  const [stuck] = left;
  if (stuck !== undefined) throw new RangeError(`"${stuck.name}" can never run: it needs ${stuck.needs.join(', ')}`);
}
