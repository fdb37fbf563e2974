import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceFolders, workspaceManifest } from './workspace.mjs';

/** All that stands at the root of a service's `src`. Its other code stands in rooms. */
const SHELL = ['context.ts', 'index.ts', 'main.ts'];
/** Rooms that each service has. */
const SERVICE_ROOMS = ['command', 'config'];

/** Private packages with one importer, and why each is no folder of that importer. A package with another number is not to stand here. */
export const ALONE = [
  {
    reason: 'a page for browsers: it has types, a build and a bundle of its own, and the gateway copies its files',
    folder: 'apps/explorer',
  },
];

/**
 * Services of another form than the others: more or less than the shell at the root of `src`, or no room for commands or configuration.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function servicesOfAnotherForm(root) {
  return servicesOf(root).flatMap((folder) => {
    const entries = readdirSync(join(root, folder, 'src'), { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return [
      ...files.filter((file) => !SHELL.includes(file)).map((file) => `${folder}/src/${file}: must stand in a room`),
      ...SHELL.filter((file) => !files.includes(file)).map((file) => `${folder}/src/${file}: is missing; each service has it`),
      ...SERVICE_ROOMS.filter((room) => !rooms.includes(room)).map(
        (room) => `${folder}/src/${room}: is missing; each service has this room`,
      ),
    ];
  });
}

/** A published app that no operator starts: it starts a world for a developer. */
const NO_SERVICE = 'apps/localnet';

/** Apps that operators start: they are published with a command. */
function servicesOf(root) {
  return workspaceFolders(root).filter((folder) => {
    const { bin, private: isPrivate } = workspaceManifest(root, folder);
    return folder.startsWith('apps/') && folder !== NO_SERVICE && bin !== undefined && isPrivate !== true;
  });
}

/**
 * Private packages that one other package of the workspace imports, and reasons that explain none. Third parties import published packages,
 * so those do not count.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function packagesToFold(root, alone = ALONE) {
  const packages = workspaceFolders(root).map((folder) => ({ folder, manifest: workspaceManifest(root, folder) }));
  const lonely = packages
    .filter(({ manifest }) => manifest.private === true)
    .map(({ folder, manifest }) => ({ folder, importers: packages.filter((other) => imports(other.manifest, manifest.name)) }))
    .filter(({ importers }) => importers.length === 1);
  return [
    ...lonely
      .filter(({ folder }) => !alone.some((exception) => exception.folder === folder))
      .map(({ folder, importers: [importer] }) => `${folder}: only ${importer.folder} imports it; make it a folder there`),
    ...alone
      .filter(({ folder }) => !lonely.some((one) => one.folder === folder))
      .map(({ folder }) => `${folder}: is not imported by one package alone; remove it from ALONE`),
  ];
}

/** Knip holds that each dependency of a manifest is imported. */
function imports({ dependencies, devDependencies, optionalDependencies, peerDependencies }, name) {
  return Object.hasOwn({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies }, name);
}
