#!/usr/bin/env node
// Writes npm-shrinkwrap.json of a package of this workspace from pnpm's lock file. The apps call it before they are packed.
// usage: node scripts/write-shrinkwrap.mjs <folder of the package>
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { shrinkwrapOf } from './shrinkwrap/shrinkwrap.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? '.');
writeFileSync(join(folder, 'npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrapOf(root, relative(root, folder)), null, 2)}\n`);
