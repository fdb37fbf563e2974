import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesOf } from '../changelog.mjs';
import { publishedPackages } from '../workspace.mjs';

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n+/;
const PACKAGE = /^'([^']+)': (?:major|minor|patch)$/gm;
const VERSION = /^## (\d+\.\d+\.\d+)$/gm;

/** docs/changelog.md: the changesets that the next release brings, by package. */
export function waitingChanges(root) {
  const items = readdirSync(join(root, '.changeset'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .toSorted()
    .flatMap((name) => changesIn(readFileSync(join(root, '.changeset', name), 'utf8')))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return items.length === 0 ? 'No change waits.' : items.map(({ name, summary }) => `- \`${name}\`: ${summary}`).join('\n');
}

/** @param {string} changeset */
export function changesIn(changeset) {
  const head = FRONT_MATTER.exec(changeset)?.[1] ?? '';
  const summary = changeset.replace(FRONT_MATTER, '').trim().replaceAll('\n', '\n  ');
  return [...head.matchAll(PACKAGE)].map(([, name]) => ({ name, summary }));
}

/** docs/changelog.md: what the changelogs of the published packages say of each version. */
export function releasedChanges(root) {
  const sections = publishedPackages(root).flatMap(({ folder, manifest }) => {
    const path = join(root, folder, 'CHANGELOG.md');
    return existsSync(path) ? releasesIn(manifest.name, readFileSync(path, 'utf8')) : [];
  });
  return sections.length === 0 ? 'No package is released yet.' : sections.join('\n\n');
}

/** @param {string} name @param {string} changelog */
export function releasesIn(name, changelog) {
  return [...changelog.matchAll(VERSION)].map(([, version]) => `### \`${name}\` ${version}\n\n${changesOf(changelog, version)}`);
}
