import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from './generated-blocks.mjs';

const BYTES_PER_KB = 1_000;

/** docs/runtimes.md: where the libraries were tried. @param {string} root */
export function runtimesTable(root) {
  const { head, rows } = runtimeRows(triedIn(root).runtimes);
  return table(head, rows);
}

/** docs/runtimes.md: which TypeScript reads their declarations. @param {string} root */
export function compilersTable(root) {
  const { compilers } = triedIn(root);
  const ways = [...new Set(compilers.flatMap(({ resolutions }) => resolutions))];
  const rows = compilers.map(({ version, resolutions }) => [version, ...ways.map((way) => (resolutions.includes(way) ? 'yes' : ''))]);
  return table(['TypeScript', ...ways.map((way) => `\`${way}\``)], rows);
}

/** @param {readonly import('../runtimes/runtimes.mjs').Row[]} tried */
export function runtimeRows(tried) {
  const rows = tried.map(({ runtime, version, loads, ms, bytes }) => [
    `${runtime} ${version}`,
    loads,
    ms === undefined ? '' : `${ms} ms`,
    bytes === undefined ? '' : `${Math.round(bytes / BYTES_PER_KB)} kB`,
  ]);
  return { head: ['where', 'how it loads', 'a whole process', 'gzipped'], rows };
}

function triedIn(root) {
  return JSON.parse(readFileSync(join(root, 'scripts/runtimes/tried.json'), 'utf8'));
}
