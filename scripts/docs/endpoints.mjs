import { table } from './generated-blocks.mjs';

/** docs/api.md: every operation of the HTTP contract, by path. */
export function endpointsTable(operations) {
  const rows = Object.values(operations).map(({ method, path, summary }) => [method, `\`${path}\``, summary]);
  return table(['method', 'path', 'what it does'], rows);
}
