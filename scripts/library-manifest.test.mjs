import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bothFormats, manifestFaults, withoutExports } from './library-manifest.mjs';

const HOMEPAGE = 'https://example.org/one';
const SOURCES = { '.': 'index.ts', './feeds': 'feeds/index.ts' };
const SOUND = {
  description: 'one',
  keywords: ['one'],
  homepage: `${HOMEPAGE}/tree/main/packages/one#readme`,
  bugs: { url: `${HOMEPAGE}/issues` },
  repository: { type: 'git', url: `git+${HOMEPAGE}.git`, directory: 'packages/one' },
};
const IN_BOTH = {
  ...SOUND,
  ...withoutExports(SOURCES),
  exports: { '.': bothFormats('index.ts'), './feeds': bothFormats('feeds/index.ts'), './package.json': './package.json' },
};

function faultsOf(manifest) {
  return manifestFaults({ folder: 'packages/one', manifest, homepage: HOMEPAGE });
}

describe('the faults of a manifest', () => {
  it('appear in no manifest that says all, with one format or with both', () => {
    assert.deepEqual(faultsOf(SOUND), []);
    assert.deepEqual(faultsOf(IN_BOTH), []);
  });

  for (const member of ['keywords', 'description', 'homepage', 'bugs', 'repository'])
    it(`are a missing ${member}`, () => {
      assert.match(faultsOf({ ...SOUND, [member]: undefined }).join(), new RegExp(`^package.json: ${member} `));
    });

  it('are an entry that consumers of CommonJS would not find', () => {
    const { require: _, ...conditions } = bothFormats('feeds/index.ts');
    assert.match(faultsOf({ ...IN_BOTH, exports: { ...IN_BOTH.exports, './feeds': conditions } }).join(), /^package.json: exports must be/);
    assert.match(faultsOf({ ...IN_BOTH, typesVersions: undefined }).join(), /^package.json: typesVersions must be/);
  });

  it('are an order of conditions by which Node would load a second copy', () => {
    const { require: conditions, ...others } = bothFormats('feeds/index.ts');
    const { default: commonJs, ...first } = conditions;
    const exports = { ...IN_BOTH.exports, './feeds': { ...others, require: { default: commonJs, ...first } } };
    assert.match(faultsOf({ ...IN_BOTH, exports }).join(), /^package.json: exports must be/);
  });
});
