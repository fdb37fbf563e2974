import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

const fits = schemaOfCompose();
/** A version behind the last colon: an image without one is another image tomorrow. */
const PINNED = /:v?\d[\w.-]*$/;
/** Folder of the files that an operator supplies. */
const SUPPLIED = './secrets/';

/**
 * Faults of a compose file: by the schema of the Compose Specification, by the files that it names, and by what every service here has to
 * have.
 *
 * @param {string} text
 * @param {string} folder from which it names files
 * @returns {string[]}
 */
export function composeFaults(text, folder) {
  return fileFaults(parse(text, { merge: true }), folder);
}

/** Compose takes the tag's list in place of the first file's, and not beside it. */
const OVERRIDE = { tag: '!override', collection: 'seq', resolve: (list) => list };

/**
 * Faults of a compose file beside another one, as Compose joins the two.
 *
 * @param {{ text: string, beside: string }} files
 * @param {string} folder from which they name files
 * @returns {string[]}
 */
export function joinedFaults({ text, beside }, folder) {
  const [first, second] = [parse(text, { merge: true }), parse(beside, { merge: true, customTags: [OVERRIDE] })];
  const services = Object.entries(second.services).map(([name, service]) => [name, joined(first.services[name] ?? {}, service)]);
  const parts = ['configs', 'secrets', 'volumes'].map((kind) => [kind, { ...first[kind], ...second[kind] }]);
  return fileFaults({ ...first, ...Object.fromEntries(parts), services: { ...first.services, ...Object.fromEntries(services) } }, folder);
}

function joined(service, { volumes = [], depends_on: dependsOn = {}, ...others }) {
  const both = { volumes: [...(service.volumes ?? []), ...volumes], depends_on: { ...service.depends_on, ...dependsOn } };
  return { ...service, ...others, ...both };
}

function fileFaults(file, folder) {
  if (!fits(file))
    return fits.errors.map(({ instancePath, message, params }) => `compose.yaml: ${instancePath} ${message} ${JSON.stringify(params)}`);
  return [
    ...Object.entries(file.services).flatMap(([name, service]) => serviceFaults(service).map((fault) => `compose.yaml: ${name} ${fault}`)),
    ...namedFiles(file)
      .filter((path) => !path.startsWith(SUPPLIED) && !existsSync(join(folder, path)))
      .map((path) => `compose.yaml: ${path} does not exist`),
    ...unknownNames(file),
  ];
}

/** The linter of Compose files brings the schema of the Compose Specification. */
function schemaOfCompose() {
  const home = dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
  const schema = JSON.parse(readFileSync(join(home, 'schemas', 'compose.schema.json'), 'utf8'));
  return new Ajv({ strict: false, allErrors: true, validateFormats: false, validateSchema: false }).compile(schema);
}

function serviceFaults(service) {
  const checks = {
    'has an image without a version': PINNED.test(service.image ?? ''),
    'has a root that it can write': service.read_only === true,
    'keeps capabilities': service.cap_drop?.join() === 'ALL' && service.cap_add === undefined,
    'can gain privileges': service.security_opt?.includes('no-new-privileges:true') === true,
    'has no health check': service.healthcheck?.test !== undefined,
    'has no limit of memory': service.mem_limit !== undefined,
    'has no limit of processes': service.pids_limit !== undefined,
    'is open to other machines': (service.ports ?? []).every((port) => String(port).startsWith('127.0.0.1:')),
  };
  return Object.entries(checks).flatMap(([fault, holds]) => (holds ? [] : [fault]));
}

/** Files of this folder that configurations, secrets and mounts name. */
function namedFiles({ services, configs = {}, secrets = {} }) {
  const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]));
  return [...Object.values(configs), ...Object.values(secrets)]
    .map(({ file }) => file)
    .concat(mounts.filter((path) => path.startsWith('.')));
}

/** Names that a service uses and the file does not declare; the schema checks each alone. */
function unknownNames(file) {
  const declared = (kind) => Object.keys(file[kind] ?? {});
  return Object.entries(file.services).flatMap(([name, service]) => {
    const used = {
      services: Object.keys(service.depends_on ?? {}),
      configs: (service.configs ?? []).map(({ source }) => source),
      secrets: (service.secrets ?? []).map(({ source }) => source),
      networks: (service.networks ?? []).filter((network) => network !== 'default'),
      volumes: (service.volumes ?? []).map((volume) => volume.split(':')[0]).filter((source) => !source.startsWith('.')),
    };
    return Object.entries(used).flatMap(([kind, names]) =>
      names
        .filter((used) => !declared(kind).includes(used))
        .map((used) => `compose.yaml: ${name} uses ${used}, which is not among the ${kind}`),
    );
  });
}
