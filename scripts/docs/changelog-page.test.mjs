import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesIn, releasesIn } from './changelog-page.mjs';

test('a changeset tells its change for each package that it names', () => {
  const changeset = "---\n'@oracle-gateway/cli': minor\n'@oracle-gateway/mcp': patch\n---\n\nFinds more.\nSorts.\n";
  assert.deepEqual(changesIn(changeset), [
    { name: '@oracle-gateway/cli', summary: 'Finds more.\n  Sorts.' },
    { name: '@oracle-gateway/mcp', summary: 'Finds more.\n  Sorts.' },
  ]);
});

test('each version of a changelog is a section, the newest first', () => {
  const changelog = '# one\n\n## 0.2.0\n\n### Minor Changes\n\n- B.\n\n## 0.1.0\n\n### Minor Changes\n\n- A.\n';
  assert.deepEqual(releasesIn('one', changelog), [
    '### `one` 0.2.0\n\n#### Minor Changes\n\n- B.',
    '### `one` 0.1.0\n\n#### Minor Changes\n\n- A.',
  ]);
});
