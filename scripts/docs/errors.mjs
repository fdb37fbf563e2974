import { table } from './generated-blocks.mjs';

/** docs/errors.md: every error with its status, what became of the authorization and its meaning. */
export function errorsTable(errorTable) {
  const rows = Object.entries(errorTable).map(([code, { status, retryAfterSeconds, authorization, meaning }]) => [
    `\`${code}\``,
    status,
    retryAfterSeconds === undefined ? '' : `${retryAfterSeconds} s`,
    authorization,
    meaning,
  ]);
  return table(['code', 'status', 'Retry-After', 'authorization', 'meaning'], rows);
}
