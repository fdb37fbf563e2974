// The manifest of a published package says where it is documented, and how each kind of consumer finds its entries.

/** Folder of the CommonJS build. */
const COMMONJS = './dist/cjs';

/**
 * Conditions of an entry that is built as ES modules and as CommonJS. Node and bundlers that can load an ES module by `require` do so, so that
 * one process or bundle has one copy of the library: its error classes, its caches. CommonJS is for consumers that cannot, such as Jest.
 *
 * @param {string} source path of the entry in `src/`, such as `feeds.ts`
 */
export function bothFormats(source) {
  const built = source.replace(/\.ts$/, '');
  return {
    '@oracle-gateway/source': `./src/${source}`,
    require: {
      types: `${COMMONJS}/${built}.d.ts`,
      'module-sync': `./dist/${built}.js`,
      bun: `./dist/${built}.js`,
      module: `./dist/${built}.js`,
      default: `${COMMONJS}/${built}.js`,
    },
    types: `./dist/${built}.d.ts`,
    default: `./dist/${built}.js`,
  };
}

/**
 * Members of the manifest for consumers that do not read `exports`: TypeScript with `moduleResolution: node10`, old bundlers.
 *
 * @param {Record<string, string>} sources of the entries, by subpath
 */
export function withoutExports(sources) {
  const subpaths = Object.entries(sources).filter(([subpath]) => subpath !== '.');
  const types = Object.fromEntries(
    subpaths.map(([subpath, source]) => [subpath.slice('./'.length), [`${COMMONJS}/${source.replace(/\.ts$/, '.d.ts')}`]]),
  );
  return {
    main: `${COMMONJS}/index.js`,
    types: `${COMMONJS}/index.d.ts`,
    ...(subpaths.length === 0 ? {} : { typesVersions: { '*': types } }),
  };
}

/**
 * Names what is missing or wrong in the manifest of a published package.
 *
 * @param {{ folder: string, manifest: object, homepage: string }} published `folder` from the root; `homepage` of the whole project
 * @returns {string[]}
 */
export function manifestFaults({ folder, manifest, homepage }) {
  const expected = {
    homepage: `${homepage}/tree/main/${folder}#readme`,
    bugs: { url: `${homepage}/issues` },
    repository: { type: 'git', url: `git+${homepage}.git`, directory: folder },
    ...(manifest.main === undefined ? {} : inBothFormats(manifest)),
  };
  const wrong = Object.entries(expected)
    .filter(([member, value]) => JSON.stringify(manifest[member]) !== JSON.stringify(value))
    .map(([member, value]) => `package.json: ${member} must be ${JSON.stringify(value)}`);
  const described = ['keywords', 'description']
    .filter((member) => (manifest[member] ?? []).length === 0)
    .map((member) => `package.json: ${member} is missing`);
  return [...wrong, ...described];
}

function inBothFormats({ exports }) {
  const sources = Object.fromEntries(
    Object.entries(exports).flatMap(([subpath, conditions]) =>
      typeof conditions === 'string' ? [] : [[subpath, conditions['@oracle-gateway/source'].replace('./src/', '')]],
    ),
  );
  const entries = Object.entries(sources).map(([subpath, source]) => [subpath, bothFormats(source)]);
  return { ...withoutExports(sources), exports: { ...Object.fromEntries(entries), './package.json': './package.json' } };
}
