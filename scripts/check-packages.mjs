#!/usr/bin/env node
// Every published package, as it is packed: its entries, the types that a consumer gets, and what its declarations import.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undeclaredImports } from './declared-imports.mjs';
import { packageFaults } from './package-faults.mjs';
import { workspaceFolders } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const packages = workspaceFolders(root)
  .filter((folder) => /^(?:packages|contracts)\//.test(folder))
  .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) }))
  .filter(({ manifest }) => manifest.private !== true);

const packed = mkdtempSync(join(tmpdir(), 'packed-packages-'));
let faults = 0;
try {
  const filters = packages.flatMap(({ folder }) => ['--filter', `./${folder}`]);
  const options = ['--pack-destination', packed, '--config.ignore-scripts=true'];
  execFileSync('pnpm', ['--recursive', ...filters, 'pack', ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const { folder, manifest } of packages) {
    const tarball = readFileSync(join(packed, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`));
    for (const fault of [...(await packageFaults(tarball)), ...undeclaredImports(join(root, folder))]) {
      faults += 1;
      console.error(`${folder}: ${fault}`);
    }
  }
} finally {
  rmSync(packed, { recursive: true, force: true });
}
console.log(`${packages.length} packages, ${faults} faults`);
process.exitCode = faults === 0 && packages.length > 0 ? 0 : 1;
