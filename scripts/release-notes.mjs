#!/usr/bin/env node
// The notes of a release: what the changelog of each published package says of its new version.
// usage: PUBLISHED_PACKAGES='[{"name":"@oracle-gateway/client","version":"0.2.0"}]' node scripts/release-notes.mjs
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesOf } from './changelog.mjs';
import { publishedPackages } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const folders = new Map(publishedPackages(root).map(({ folder, manifest }) => [manifest.name, folder]));
const released = JSON.parse(process.env.PUBLISHED_PACKAGES ?? '[]');
for (const { name, version } of released) {
  const changelog = readFileSync(join(root, folders.get(name), 'CHANGELOG.md'), 'utf8');
  console.log(`## ${name} ${version}\n\n${changesOf(changelog, version)}\n`);
}
