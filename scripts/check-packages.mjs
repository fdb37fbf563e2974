#!/usr/bin/env node
// Every published package, as it is packed: its entries, the types that a consumer gets, what its files import, and its commands.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undeclaredImports } from './declared-imports.mjs';
import { manifestFaults } from './library-manifest.mjs';
import { commandFaults } from './package-commands.mjs';
import { packageFaults } from './package-faults.mjs';
import { undeclaredRuntimeImports } from './runtime-imports.mjs';
import { publishedPackages } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const HOMEPAGE = 'https://github.com/oracle-gateway/oracle-gateway';
const packages = publishedPackages(root);
const published = new Set(packages.map(({ manifest }) => manifest.name));

/** Dependencies that the registry will not have. */
function unpublishedDependencies({ dependencies = {} }) {
  return Object.entries(dependencies)
    .filter(([name, range]) => range.startsWith('workspace:') && !published.has(name))
    .map(([name]) => `depends on ${name}, which is not published`);
}

const packed = mkdtempSync(join(tmpdir(), 'packed-packages-'));
let faults = 0;
try {
  const filters = packages.flatMap(({ folder }) => ['--filter', `./${folder}`]);
  const options = ['--pack-destination', packed, '--config.ignore-scripts=true'];
  execFileSync('pnpm', ['--recursive', ...filters, 'pack', ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const { folder, manifest } of packages) {
    const tarball = join(packed, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`);
    const found = [
      ...(await packageFaults(readFileSync(tarball))),
      ...unpublishedDependencies(manifest),
      ...manifestFaults({ folder, manifest, homepage: HOMEPAGE }),
      ...undeclaredImports(join(root, folder)),
      ...(await undeclaredRuntimeImports(join(root, folder))),
      ...commandFaults({ folder: join(root, folder), manifest, tarball }),
    ];
    for (const fault of found) {
      faults += 1;
      console.error(`${folder}: ${fault}`);
    }
  }
} finally {
  rmSync(packed, { recursive: true, force: true });
}
console.log(`${packages.length} packages, ${faults} faults`);
process.exitCode = faults === 0 && packages.length > 0 ? 0 : 1;
