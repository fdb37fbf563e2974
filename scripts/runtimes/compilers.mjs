// TypeScript as users have it: its versions, the ways to resolve modules that each knows, and the settings of a project.

/**
 * Ways to resolve modules: the file says whether a module is CommonJS. `since` and `until` are the versions that know it.
 *
 * @type {{ name: string, file: string, module: string, moduleResolution: string, isCommonJs: boolean, since: number, until: number }[]}
 */
export const RESOLUTIONS = [
  { name: 'node10', file: 'index.ts', module: 'commonjs', moduleResolution: 'node', isCommonJs: true, since: 4.7, until: 6 },
  { name: 'node16, ES modules', file: 'index.mts', module: 'node16', moduleResolution: 'node16', isCommonJs: false, since: 4.7 },
  { name: 'node16, CommonJS', file: 'index.cts', module: 'node16', moduleResolution: 'node16', isCommonJs: true, since: 4.7 },
  { name: 'nodenext, ES modules', file: 'index.mts', module: 'nodenext', moduleResolution: 'nodenext', isCommonJs: false, since: 4.7 },
  { name: 'nodenext, CommonJS', file: 'index.cts', module: 'nodenext', moduleResolution: 'nodenext', isCommonJs: true, since: 4.7 },
  { name: 'bundler', file: 'index.ts', module: 'esnext', moduleResolution: 'bundler', isCommonJs: false, since: 5 },
].map((resolution) => ({ until: Infinity, ...resolution }));

/** The ways that a version knows. @param {string} version such as `5.9.3` */
export function resolutionsOf(version) {
  const known = Number.parseFloat(version);
  return RESOLUTIONS.filter(({ since, until }) => since <= known && Math.trunc(known) <= until);
}

/** Types that a project has beside the libraries: a page the types of a browser, a service those of Node. */
export const HOSTS = { page: { lib: ['es2022', 'dom'], types: [] }, service: { lib: ['es2022'], types: ['node'] } };

/**
 * The settings of a project with one file.
 *
 * @param {{ version: string, resolution: (typeof RESOLUTIONS)[number], host: keyof typeof HOSTS }} input
 */
export function tsconfigOf({ version, resolution: { file, module, moduleResolution }, host }) {
  const isDeprecated = moduleResolution === 'node' && version.startsWith('6.');
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2022',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    ...HOSTS[host],
    ...(isDeprecated ? { ignoreDeprecations: '6.0' } : {}),
  };
  return { compilerOptions, files: [file, usageFile(file)] };
}

/** Name of the program beside the file that exports every entry. */
export function usageFile(file) {
  return file.replace('index', 'usage');
}
