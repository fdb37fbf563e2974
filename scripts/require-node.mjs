import { readFileSync } from 'node:fs';

/** Imported first: ends with a clear message on a Node that is too old for everything else. */
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [wantedMajor, wantedMinor] = engines.node.replace('>=', '').split('.').map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(
    `Node ${engines.node} is needed, this is ${process.version}. Install a newer one from your distribution or with a version manager.`,
  );
  process.exit(1);
}
