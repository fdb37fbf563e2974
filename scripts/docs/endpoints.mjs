import { table } from './generated-blocks.mjs';

/** docs/api.md: every operation of the HTTP contract, by path. */
export function endpointsTable(operations) {
  const rows = Object.values(operations).map(({ method, path, summary, deprecated }) => [
    method,
    `\`${path}\``,
    deprecated === undefined ? summary : `${summary}. Deprecated, ends ${deprecated.sunset}`,
  ]);
  return table(['method', 'path', 'what it does'], rows);
}

/** docs/releases.md: every operation and member of the HTTP contract that goes. */
export function deprecationsTable(parts) {
  if (parts.length === 0) return 'Nothing is deprecated.';
  return table(
    ['operation', 'member', 'announcement'],
    parts.map(({ operation, member = '', text }) => [`\`${operation}\``, member === '' ? '' : `\`${member}\``, text]),
  );
}
