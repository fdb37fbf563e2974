import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quickChecks, SMALL_LIBRARIES } from './quick-checks.mjs';

const TESTED = [...SMALL_LIBRARIES, 'packages/outbox', 'apps/gateway'];
function quick({ changed = [], deleted = [] }) {
  return quickChecks({ changed, deleted }, { tested: TESTED, scriptTests: ['scripts/run.test.mjs'] });
}
function named(checks, pattern) {
  return checks.filter(({ name }) => pattern.test(name));
}

describe('quickChecks', () => {
  it('takes the small libraries where nothing has changed, and the rules that hold everywhere', () => {
    const checks = quick({});
    assert.deepEqual(
      named(checks, /^tests/).map(({ cwd }) => cwd),
      SMALL_LIBRARIES,
    );
    assert.deepEqual(
      named(checks, /^(?!tests)/).map(({ name }) => name),
      ['types and lint', 'types in a browser', 'import directions', 'documents'],
    );
  });

  it('takes of a package the tests that its changed sources reach, and no other package', () => {
    const checks = named(quick({ changed: ['apps/gateway/src/context.ts', 'docs/api.md'] }), /^tests/);
    assert.equal(checks.length, 1);
    assert.equal(checks[0].cwd, 'apps/gateway');
    assert.deepEqual(checks[0].command.slice(0, 3), ['vitest', 'related', '--run']);
    assert.equal(checks[0].command.at(-1), 'src/context.ts');
  });

  it('takes every test beside the sources where imports do not tell what a change reaches', () => {
    for (const files of [
      { changed: ['packages/outbox/lua/reserve.lua'] },
      { changed: ['packages/outbox/src/states.ts', 'packages/outbox/package.json'] },
      { deleted: ['packages/outbox/src/old.ts'] },
    ]) {
      const [check, ...others] = named(quick(files), /^tests/);
      assert.deepEqual(others, []);
      assert.equal(check.name, 'tests beside the sources of packages/outbox');
      assert.equal(check.command.includes('related'), false);
    }
  });

  it('runs a long test that was changed itself', () => {
    const checks = quick({ changed: ['apps/gateway/tests/races.test.ts', 'apps/gateway/tests/fakes/world.ts'] });
    const [check] = named(checks, /^changed tests/);
    assert.deepEqual(check.command.slice(-1), ['tests/races.test.ts']);
    assert.equal(check.command.includes('tests/fakes/world.ts'), false);
  });

  it('looks at the form of changed files only, and tests the scripts where one has changed', () => {
    const checks = quick({ changed: ['scripts/run.mjs', 'README.md', 'packages/outbox/lua/reserve.lua'] });
    const [form] = named(checks, /^format/);
    assert.deepEqual(form.command.slice(-2), ['scripts/run.mjs', 'README.md']);
    assert.equal(named(checks, /^scripts$/).length, 1);
  });
});
