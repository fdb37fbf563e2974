#!/usr/bin/env node
// Bytes that each export of a library brings into a program's bundle, from the packed tarballs, minified: a bundler leaves out the rest.
// scripts/sizes.json has the bounds. A constant has 1 kB, an error 4 kB.
// usage: node scripts/check-sizes.mjs [--write]     --write adds exports that have no bound, and lowers bounds; it raises none
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleEach, bytesAtStart } from './bundled-exports.mjs';
import { layOutPackage, linkDependency, packPackages } from './packed-project.mjs';
import { librariesOf } from './libraries.mjs';
import { parseBounds, renewedTable, sizeFaults } from './size-bounds.mjs';

const root = join(import.meta.dirname, '..');
const BOUNDS = join(root, 'scripts', 'sizes.json');
const CLIENT = '@oracle-gateway/client';
/** Bytes, gzipped, that a page loads before it asks for the first value. */
const MAX_CLIENT_START_GZIP = 55_000;
const MAX_VERIFY_GZIP = 20_000;
/** Entries that tests alone import. */
const NOT_BUNDLED = /\/(?:fixtures|testing)$/;
const { values: flags } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

const libraries = librariesOf(root);
const project = mkdtempSync(join(tmpdir(), 'sizes-'));
try {
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }');
  const tarballOf = packPackages(root, { names: libraries.map(({ name }) => name), destination: join(project, 'packed') });
  for (const { name, peers, from } of libraries) {
    layOutPackage(root, { name, project, tarballOf });
    for (const peer of peers) linkDependency(peer, { from, modules: join(project, 'node_modules') });
  }
  const sizes = [];
  for (const entry of libraries.flatMap(({ entries }) => entries).filter((name) => !NOT_BUNDLED.test(name)))
    sizes.push(...(await bundleEach({ entry, exported: exportedFrom(entry), folder: project })));
  const kept = parseBounds(readFileSync(BOUNDS, 'utf8'));
  if (flags.write) writeFileSync(BOUNDS, renewedTable({ sizes, bounds: kept }));
  const faults = sizeFaults({ sizes, bounds: parseBounds(readFileSync(BOUNDS, 'utf8')) });
  const start = await bytesAtStart({ entry: CLIENT, folder: project });
  if (start > MAX_CLIENT_START_GZIP) faults.push(`${CLIENT}: ${start} bytes gzipped at its start, at most ${MAX_CLIENT_START_GZIP}`);
  const verifying = sizes.find(({ name }) => name === 'verifyAttestation');
  if (verifying.gzip > MAX_VERIFY_GZIP) faults.push(`verifyAttestation: ${verifying.gzip} bytes gzipped, at most ${MAX_VERIFY_GZIP}`);
  for (const fault of faults) console.error(fault);
  console.log(`${sizes.length} exports, ${start} bytes gzipped at the client's start, ${faults.length} faults`);
  process.exitCode = faults.length === 0 && sizes.length > 0 ? 0 : 1;
} finally {
  rmSync(project, { recursive: true, force: true });
}

/** The values that an entry exports, and the kind of each. */
function exportedFrom(entry) {
  const program = `
    import * as all from '${entry}';
    const kind = (value) =>
      typeof value === 'function' && value.prototype instanceof Error ? 'error' : ['object', 'function'].includes(typeof value) ? 'other' : 'constant';
    console.log(JSON.stringify(Object.entries(all).map(([name, value]) => ({ name, kind: kind(value) }))));`;
  const file = join(project, 'exports.mjs');
  writeFileSync(file, program);
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' }));
}
