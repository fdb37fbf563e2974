import { table } from './generated-blocks.mjs';

/** docs/errors.md: every error with its status, its fate of the authorization and its meaning. */
export function errorsTable(errorTable) {
  const rows = Object.entries(errorTable).map(([code, { status, retryAfterSeconds, fate, meaning }]) => [
    `\`${code}\``,
    status,
    retryAfterSeconds === undefined ? '' : `${retryAfterSeconds} s`,
    fate,
    meaning,
  ]);
  return table(['code', 'status', 'Retry-After', 'authorization', 'meaning'], rows);
}
