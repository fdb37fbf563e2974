#!/usr/bin/env node
// Writes the version of the TypeScript client into the Python client, which has the same calls and errors: a step of `pnpm run version-packages`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceManifest } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const path = join(root, 'clients', 'python', 'pyproject.toml');
const { version } = workspaceManifest(root, 'packages/client');
writeFileSync(path, readFileSync(path, 'utf8').replace(/^version = ".*"$/m, `version = "${version}"`));
