#!/usr/bin/env node
// Checks the types of every project, or of the folders that are named, with TypeScript's native compiler. One process reads a source once
// for all projects that import it; never from what an earlier run left.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FEWER_COLLECTIONS } from './fewer-collections.mjs';
import { nativeCompiler, ONE_CHECKER } from './native-compiler.mjs';
import { workspaceFolders } from './workspace.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const named = process.argv.slice(2);
const folders = named.length > 0 ? named : workspaceFolders(root).map((folder) => join(root, folder));
const projects = folders.map((folder) => join(folder, 'tsconfig.json')).filter((path) => existsSync(path));
const { status, error } = spawnSync(nativeCompiler, ['--build', '--force', '--noEmit', ...ONE_CHECKER, ...projects], {
  env: { ...process.env, ...FEWER_COLLECTIONS },
  stdio: 'inherit',
});
if (error !== undefined) console.error(`cannot start ${nativeCompiler}: ${error.message}`);
process.exitCode = projects.length > 0 ? (status ?? 1) : 1;
