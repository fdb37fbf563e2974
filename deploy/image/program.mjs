import { execFile } from 'node:child_process';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { COMMONJS, TARGET } from '../../scripts/one-file.mjs';
import { file } from './layer.mjs';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
/** Natives that their users do without; each finds its build in ways that a bundle cannot follow. */
const LEFT_OUT = ['bufferutil', 'msgpackr-extract', 'utf-8-validate'];
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * @typedef {object} PackageInside an npm package that is in an image, whole or in part
 * @property {string} name
 * @property {string} version
 * @property {string} licence as its manifest names it
 * @property {string} folder where it is on this machine
 */

/** Builds the apps of services, with the explorer and the traces that images have beside them. */
export async function buildApps(services) {
  const filters = [...services.map(({ app }) => app), 'explorer', 'telemetry'].map((app) => `--filter=@oracle-gateway/${app}`);
  const { packageManager } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  await run('npx', ['-y', packageManager, 'exec', 'turbo', 'run', 'build', '--output-logs=errors-only', ...filters], { cwd: ROOT });
}

/**
 * The program of a service in one file, and each of its threads in another. The traces' `--import` and what is found at run time are beside them.
 *
 * @param {import('./services.mjs').Service} service whose app is built
 * @returns {Promise<{ entries: import('./layer.mjs').Entry[], packages: PackageInside[] }>} entries below `app/`
 */
export async function programOf(service) {
  const home = join(ROOT, 'apps', service.app);
  const [programs, traces, found, pages] = await Promise.all([
    Promise.all(['main.js', ...service.threads].map(async (path) => ({ path, ...(await bundled(join(home, 'dist', path))) }))),
    bundled(join(ROOT, 'packages', 'telemetry', 'dist', 'register.js')),
    filesOf(home, service.packages),
    service.hasPages ? builtPages(home) : { entries: [], inputs: [] },
  ]);
  const { name, version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const packages = await describe([...programs.flatMap(({ inputs }) => inputs), ...traces.inputs, ...found.paths, ...pages.inputs]);
  return {
    packages,
    entries: [
      // Traces name the process by it.
      file('app/package.json', `${JSON.stringify({ name, version, type: 'module' })}\n`),
      ...programs.map(({ path, text }) => file(`app/${path}`, text)),
      file('app/traces.js', traces.text),
      file('app/health.js', await readFile(join(import.meta.dirname, 'health.mjs'))),
      file('app/LICENSE', await readFile(join(ROOT, 'LICENSE'))),
      file('app/LICENSES.txt', await licenceTexts(packages)),
      ...found.entries,
      ...pages.entries,
    ],
  };
}

/** Bundles an entry point. `inputs` are absolute paths: the files that a part of the text comes from. */
async function bundled(entryPoint, options = {}) {
  const { outputFiles, metafile } = await build({
    entryPoints: [entryPoint],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: TARGET,
    banner: { js: COMMONJS },
    external: LEFT_OUT,
    legalComments: 'none',
    logLevel: 'error',
    ...options,
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [join(ROOT, path)] : []));
  return { text: outputFiles[0].contents, inputs };
}

/** The pages that the gateway serves, as its build has gathered them. Sources of the explorer only tell which packages are in it. */
async function builtPages(home) {
  const built = join(home, 'dist', 'pages');
  const entries = (await filesBelow(built)).map(async (path) => file(`app/pages/${relative(built, path)}`, await readFile(path)));
  const { inputs } = await bundled(join(ROOT, 'apps', 'explorer', 'src', 'main.ts'), {
    platform: 'browser',
    banner: {},
    conditions: ['@oracle-gateway/source', 'browser', 'import'],
  });
  const swaggerUi = join(await packageFolder(home, 'swagger-ui-dist'), 'package.json');
  return { entries: await Promise.all(entries), inputs: [...inputs, swaggerUi] };
}

async function filesOf(home, packages) {
  // node-gyp-build is found from the addon.
  const parents = { 'node-gyp-build': 'secp256k1' };
  const entries = [];
  const paths = [];
  for (const [name, files] of Object.entries(packages)) {
    const start = parents[name] === undefined ? home : await realpath(join(home, 'node_modules', parents[name]));
    const folder = await packageFolder(start, name);
    const inside = await Promise.all(files.map((path) => (path.endsWith('/') ? filesBelow(join(folder, path)) : [join(folder, path)])));
    for (const path of inside.flat()) {
      paths.push(path);
      entries.push(file(`app/node_modules/${name}/${relative(folder, path)}`, await readFile(path)));
    }
  }
  return { entries, paths };
}

async function filesBelow(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Finds a package like Node: in the nearest `node_modules` upwards. */
async function packageFolder(start, name) {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const found = await realpath(join(folder, 'node_modules', name)).catch(() => null);
    if (found !== null) return found;
  }
  throw new Error(`${name}: is not installed for ${start}; run pnpm install`);
}

/** @returns {Promise<PackageInside[]>} the packages of the files, by name and version */
async function describe(paths) {
  const folders = await Promise.all([...new Set(paths.map((path) => dirname(path)))].map(manifestAbove));
  const byPlace = new Map(folders.map((found) => [found.folder, found]));
  const byIdentity = new Map([...byPlace.values()].map((found) => [`${found.name}@${found.version}`, found]));
  return [...byIdentity].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, found]) => found);
}

/** Folders inside a package may have manifests that only say how their modules are read. */
async function manifestAbove(start) {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
    const { name, version, license } = JSON.parse(text);
    if (name !== undefined && version !== undefined) return { name, version, licence: licenceName(license), folder };
  }
  throw new Error(`${start}: belongs to no package`);
}

/** Old manifests have an object, and some have nothing. */
function licenceName(license) {
  return typeof license === 'string' ? license : (license?.type ?? 'NOASSERTION');
}

async function licenceTexts(packages) {
  const parts = await Promise.all(packages.map(licenceText));
  return `${parts.join(`\n${'='.repeat(80)}\n\n`)}`;
}

async function licenceText({ name, version, licence, folder }) {
  const names = (await readdir(folder)).filter((entry) => LICENCE.test(entry)).sort();
  const texts = await Promise.all(names.map((entry) => readFile(join(folder, entry), 'utf8')));
  return [`${name} ${version}, ${licence}`, ...texts.map((text) => text.trim())].join('\n\n') + '\n';
}
