import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changesOf } from './changelog.mjs';

const CHANGELOG = `# @scope/a

## 0.2.1

### Patch Changes

- Mended it.

## 0.2.0

### Minor Changes

- Added it.
`;

it('the changes of one version are taken from a changelog', () => {
  assert.equal(changesOf(CHANGELOG, '0.2.1'), '#### Patch Changes\n\n- Mended it.');
  assert.equal(changesOf(CHANGELOG, '0.2.0'), '#### Minor Changes\n\n- Added it.');
});

it('a version that the changelog lacks is refused', () => {
  assert.throws(() => changesOf(CHANGELOG, '0.2'), /^Error: 0\.2: is not in the changelog$/);
});
