// Terms under which the dependencies of the published packages may be passed on.

/** Licences by SPDX id: each asks for its text at most. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'Unlicense']);

/** Checked one by one: what the manifest leaves out, and what is allowed for a reason. */
const JUDGED = new Map([
  // Its file LICENSE has the words of MIT.
  ['eyes', { said: 'Unknown', licence: 'MIT' }],
  // Its file LICENSE.md has the words of the Unlicense.
  ['text-encoding-utf-8', { said: 'Unknown', licence: 'Unlicense' }],
  // `@solana/web3.js` depends on it. It stays a package of its own, which the user can replace; a bundle that is passed on must offer the same.
  ['rpc-websockets', { said: 'LGPL-3.0-only', licence: 'LGPL-3.0-only' }],
]);

/**
 * @typedef {{ name: string, version: string, licence: string }} Dependency `licence` as the manifest has it, `Unknown` without one
 */

/**
 * The SPDX id of a dependency's licence; undefined where the project has not allowed it.
 *
 * @param {Dependency} dependency
 */
export function allowedLicence({ name, licence }) {
  const judged = JUDGED.get(name);
  if (judged !== undefined && judged.said === licence) return judged.licence;
  return ALLOWED.has(licence) ? licence : undefined;
}

/**
 * @param {readonly Dependency[]} dependencies
 * @returns {string[]} faults
 */
export function licenceFaults(dependencies) {
  return dependencies
    .filter((dependency) => allowedLicence(dependency) === undefined)
    .map(
      ({ name, version, licence }) =>
        `${name} ${version}: has the licence ${licence}, which is not on the list of scripts/sbom/licences.mjs`,
    );
}
