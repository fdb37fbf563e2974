import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { stringify } from 'yaml';
import { manifestFaults, parseManifests } from './manifests.mjs';
import { wholenessFaults } from './wholeness.mjs';

const run = promisify(execFile);
/** Both are Kustomize; either may be installed. */
const RENDERERS = [
  ['kustomize', 'build'],
  ['kubectl', 'kustomize'],
];
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const LIMIT_MS = 60_000;
/** `kubectl -n oracle-gateway create secret generic rpc --from-literal=…` */
const SECRET_MADE = /create secret generic ([\w-]+)/g;

/** Sets as operators put them together: bases in one namespace, with each component that fits and with all of them. */
const COMPOSITIONS = [
  ...composed({ namespace: 'oracle-gateway', bases: ['redis', 'gateway'], components: ['monitors', 'alerts/gateway', 'tracing'] }),
  ...composed({
    namespace: 'oracle-gateway',
    bases: ['gateway'],
    needs: 'external-redis',
    components: ['monitors', 'alerts/gateway', 'tracing'],
  }),
  ...composed({
    namespace: 'oracle-gateway',
    bases: ['gateway'],
    needs: 'sentinel',
    components: ['monitors', 'alerts/gateway', 'tracing'],
  }),
  ...composed({ namespace: 'oracle-gateway-keeper', bases: ['redis', 'keeper'], components: ['monitors', 'alerts/keeper', 'tracing'] }),
  ...composed({ namespace: 'oracle-gateway-keeper', bases: ['keeper'], needs: 'external-redis', components: ['monitors', 'tracing'] }),
  ...composed({ namespace: 'oracle-node', bases: ['node'], components: ['monitors', 'alerts/node', 'tracing'] }),
];

/**
 * Faults of the bases and components as Kustomize renders them: one that it refuses, or a set that is not whole.
 *
 * @param {string} folder
 * @param {string} documentation text that tells which Secrets an operator makes
 * @returns {Promise<{ faults: string[], count: number } | { missing: string }>}
 */
export async function rendersOf(folder, documentation) {
  const renderer = await installed();
  if (renderer === undefined) return { missing: 'needs kustomize or kubectl' };
  const secrets = new Set([...documentation.matchAll(SECRET_MADE)].map(([, name]) => name));
  const work = await mkdtemp(join(tmpdir(), 'oracle-gateway-renders-'));
  const faults = [];
  try {
    const render = rendererIn(work, { renderer, folder });
    for (const composition of COMPOSITIONS) {
      const found = await faultsOf(composition, { render, folder, secrets });
      faults.push(...found.map((fault) => `${[...composition.bases, ...composition.components].join(' + ')}: ${fault}`));
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return { faults: [...faults, ...(await unrendered(folder))], count: COMPOSITIONS.length };
}

/** Renders a composition once, and remembers it. */
function rendererIn(work, { renderer: [command, ...words], folder }) {
  const rendered = new Map();
  return async (composition) => {
    const title = JSON.stringify(composition);
    if (!rendered.has(title)) {
      const path = await mkdtemp(join(work, 'set-'));
      await writeFile(join(path, 'kustomization.yaml'), stringify(kustomizationOf(composition, relative(path, folder))));
      const { stdout } = await run(command, [...words, path], { maxBuffer: MAX_OUTPUT_BYTES, timeout: LIMIT_MS });
      rendered.set(title, parseManifests(stdout));
    }
    return rendered.get(title);
  };
}

async function faultsOf(composition, { render, folder, secrets }) {
  let manifests;
  try {
    manifests = await render(composition);
  } catch (error) {
    return [error.stderr?.trim() ?? error.message];
  }
  const last = composition.components.at(-1);
  const isAddedLast = composition.components.length === 1;
  return [
    ...manifests.flatMap(manifestFaults),
    ...wholenessFaults(manifests, secrets),
    ...(isAddedLast ? await idlePatches(last, { before: await render({ ...composition, components: [] }), after: manifests, folder }) : []),
  ];
}

/** Patches of a component that change nothing about what they name. Kustomize says nothing of them. */
async function idlePatches(component, { before, after, folder }) {
  const [{ patches = [] }] = parseManifests(await readFile(join(folder, 'components', component, 'kustomization.yaml'), 'utf8'));
  const isNamed = ({ kind, metadata }) =>
    patches.some(({ target }) => matches(target.kind, kind) && (target.name === undefined || matches(target.name, metadata.name)));
  const unchanged = before.filter(isNamed).filter((manifest) => after.some((patched) => isDeepStrictEqual(patched, manifest)));
  return unchanged.map(({ kind, metadata }) => `${component} changes nothing about ${kind} ${metadata.name}`);
}

/** Kustomize reads the names of a target as an expression for the whole name. */
function matches(expression, name) {
  return new RegExp(`^(?:${expression})$`).test(name);
}

/** Bases alone, with each component, and with all of them. */
function composed({ namespace, bases, needs, components }) {
  const always = needs === undefined ? [] : [needs];
  return [[], ...components.map((component) => [component]), components].map((chosen) => ({
    namespace,
    bases,
    components: [...always, ...chosen],
  }));
}

function kustomizationOf({ namespace, bases, components }, folder) {
  return {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace,
    resources: bases.map((base) => join(folder, base)),
    components: components.map((component) => join(folder, 'components', component)),
  };
}

/** Folders of kustomizations that stand in no composition, nor in a kustomization of one. */
async function unrendered(folder) {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('kustomization.yaml'));
  const inside = await Promise.all(
    paths.map(async (path) => {
      const [{ resources = [] }] = parseManifests(await readFile(join(folder, path), 'utf8'));
      return resources.map((resource) => join(dirname(path), resource));
    }),
  );
  const composedOf = ({ bases, components }) => [...bases, ...components.map((component) => join('components', component))];
  const rendered = new Set([...inside.flat(), ...COMPOSITIONS.flatMap(composedOf)]);
  return paths
    .map((path) => dirname(path))
    .filter((path) => !rendered.has(path))
    .map((path) => `deploy/kubernetes/${path}: stands in no composition of renders.mjs`);
}

async function installed() {
  for (const renderer of RENDERERS) {
    const answers = await run(renderer[0], ['version', ...(renderer[0] === 'kubectl' ? ['--client'] : [])], { timeout: LIMIT_MS }).then(
      () => true,
      () => false,
    );
    if (answers) return renderer;
  }
  return undefined;
}
