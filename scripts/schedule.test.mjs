import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runChecks } from './schedule.mjs';

const passed = { passed: true, seconds: 0, output: '' };
const failed = { passed: false, seconds: 0, output: 'broken' };

/** Runs that end when told, with a record of what started. */
function handOperated() {
  const started = [];
  const enders = new Map();
  const run = ({ name }) => {
    started.push(name);
    return new Promise((resolve) => enders.set(name, resolve));
  };
  const finish = async (name, outcome = passed) => {
    enders.get(name)(outcome);
    await new Promise(setImmediate);
  };
  return { started, run, finish };
}

describe('runChecks', () => {
  it('starts a check when what it needs has passed, and not before', async () => {
    const { started, run, finish } = handOperated();
    const all = runChecks([{ name: 'lint', needs: ['build'] }, { name: 'build' }], { slots: 2, run });
    assert.deepEqual(started, ['build']);
    await finish('build');
    assert.deepEqual(started, ['build', 'lint']);
    await finish('lint');
    assert.equal((await all).get('lint').passed, true);
  });

  it('does not run, and counts as failed, what needs a failed check, however far off', async () => {
    const { started, run, finish } = handOperated();
    const all = runChecks([{ name: 'build' }, { name: 'tests', needs: ['build'] }, { name: 'world', needs: ['tests'] }], { slots: 2, run });
    await finish('build', failed);
    const outcomes = await all;
    assert.deepEqual(started, ['build']);
    assert.deepEqual(
      [...outcomes].map(([name, outcome]) => [name, outcome.passed, outcome.output]),
      [
        ['build', false, 'broken'],
        ['tests', false, 'not run: "build" failed'],
        ['world', false, 'not run: "tests" failed'],
      ],
    );
  });

  it('never takes more slots than there are', async () => {
    const { started, run, finish } = handOperated();
    const checks = [{ name: 'a' }, { name: 'heavy', weight: 9 }, { name: 'b' }, { name: 'c' }];
    const all = runChecks(checks, { slots: 2, run });
    assert.deepEqual(started, ['a', 'b']);
    await finish('a');
    assert.deepEqual(started, ['a', 'b', 'c']);
    await finish('b');
    await finish('c');
    assert.deepEqual(started, ['a', 'b', 'c', 'heavy']);
    await finish('heavy');
    assert.equal((await all).size, 4);
  });

  it('lets two checks that mostly wait share a slot', async () => {
    const { started, run, finish } = handOperated();
    const checks = [{ name: 'a' }, { name: 'waits', weight: 0.5 }, { name: 'b' }, { name: 'waits too', weight: 0.5 }, { name: 'c' }];
    const all = runChecks(checks, { slots: 2, run });
    assert.deepEqual(started, ['a', 'waits', 'waits too']);
    await finish('waits');
    assert.deepEqual(started, ['a', 'waits', 'waits too']);
    await finish('waits too');
    assert.deepEqual(started, ['a', 'waits', 'waits too', 'b']);
    await finish('a');
    await finish('b');
    await finish('c');
    assert.equal((await all).size, 5);
  });

  it('refuses needs that no order can meet', async () => {
    const run = async () => passed;
    await assert.rejects(runChecks([{ name: 'a', needs: ['nothing'] }], { slots: 1, run }), RangeError);
    await assert.rejects(
      runChecks(
        [
          { name: 'a', needs: ['b'] },
          { name: 'b', needs: ['a'] },
        ],
        { slots: 1, run },
      ),
      RangeError,
    );
  });
});
