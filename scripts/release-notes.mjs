#!/usr/bin/env node
// The notes of a release: the words for people in docs/changelog.md, then what the changelog of each published package says of its new version.
// usage: PUBLISHED_PACKAGES='[{"name":"@oracle-gateway/client","version":"0.2.0"}]' node scripts/release-notes.mjs
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesOf } from './changelog.mjs';
import { publishedPackages } from './workspace.mjs';

/** Its version names a release for people. */
const CLIENT = '@oracle-gateway/client';
const root = join(import.meta.dirname, '..');
const folders = new Map(publishedPackages(root).map(({ folder, manifest }) => [manifest.name, folder]));
const released = JSON.parse(process.env.PUBLISHED_PACKAGES ?? '[]');
const words = readFileSync(join(root, 'docs', 'changelog.md'), 'utf8');
const client = released.find(({ name }) => name === CLIENT);
if (client !== undefined) console.log(`${changesOf(words, client.version)}\n`);
for (const { name, version } of released) {
  const changelog = readFileSync(join(root, folders.get(name), 'CHANGELOG.md'), 'utf8');
  console.log(`## ${name} ${version}\n\n${changesOf(changelog, version)}\n`);
}
