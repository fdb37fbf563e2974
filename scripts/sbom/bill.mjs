// A bill of materials in the form of CycloneDX, as pnpm writes it, and what the project adds and asks of it.
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { allowedLicence } from './licences.mjs';

/** Peers that only a type checker reads: pnpm lists them among the installed, not in a bill. */
const PEERS_OF_TYPES = new Set(['typescript']);

function keyOf({ group, name, version }) {
  return `${group === undefined ? name : `${group}/${name}`}@${version}`;
}

/** The bill of a package whose files were copied: pnpm does not take it for a dependency. */
export function billOfCopied({ name, version }, { metadata, ...others }) {
  const reference = `pkg:npm/${name}@${version}`;
  const component = { type: 'library', name, version, purl: reference, 'bom-ref': reference };
  return { ...others, metadata: { ...metadata, component }, components: [], dependencies: [{ ref: reference }] };
}

/**
 * One bill of several: pnpm writes one for each package, in which that package is the subject.
 *
 * @param {readonly object[]} bills
 * @param {readonly import('./licences.mjs').Dependency[]} dependencies
 */
export function joinBills(bills, dependencies) {
  const licences = new Map(dependencies.map((dependency) => [`${dependency.name}@${dependency.version}`, allowedLicence(dependency)]));
  const components = new Map();
  const edges = new Map();
  for (const bill of bills) {
    for (const component of [bill.metadata.component, ...bill.components]) components.set(component['bom-ref'], component);
    for (const { ref, dependsOn = [] } of bill.dependencies) edges.set(ref, new Set([...(edges.get(ref) ?? []), ...dependsOn]));
  }
  const [{ $schema, bomFormat, specVersion, serialNumber, version, metadata }] = bills;
  const sorted = [...components.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1));
  return {
    $schema,
    bomFormat,
    specVersion,
    serialNumber,
    version,
    metadata: { ...metadata, component: { type: 'application', name: 'oracle-gateway', 'bom-ref': 'oracle-gateway' } },
    components: sorted.map((component) => {
      const licence = licences.get(keyOf(component));
      return licence === undefined ? component : { ...component, licenses: [{ license: { id: licence } }] };
    }),
    dependencies: [
      { ref: 'oracle-gateway', dependsOn: bills.map(({ metadata: { component } }) => component['bom-ref']).sort() },
      ...[...edges].sort().map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() })),
    ],
  };
}

/**
 * @param {ReturnType<typeof joinBills>} bill
 * @param {readonly import('./licences.mjs').Dependency[]} dependencies
 * @returns {Promise<string[]>} what the schema of CycloneDX refuses, dependencies that the bill lacks, components without a licence
 */
export async function billFaults(bill, dependencies) {
  const listed = new Set(bill.components.map(keyOf));
  const missing = dependencies.filter(({ name, version }) => !PEERS_OF_TYPES.has(name) && !listed.has(`${name}@${version}`));
  const unlicensed = bill.components.filter(({ licenses = [] }) => licenses.length === 0);
  const refused = await new Validation.JsonStrictValidator(Spec.Version[`v${bill.specVersion.replace('.', 'dot')}`]).validate(
    JSON.stringify(bill),
  );
  return [
    ...(refused === null ? [] : [`schema of CycloneDX ${bill.specVersion}: ${JSON.stringify(refused)}`]),
    ...missing.map(({ name, version }) => `${name} ${version}: is not listed`),
    ...unlicensed.map((component) => `${keyOf(component)}: has no licence`),
  ];
}
