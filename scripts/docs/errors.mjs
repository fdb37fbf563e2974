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

/** The module of the Python client that has the same rules. */
export function pythonErrorRules(errorTable) {
  const rows = Object.entries(errorTable).map(([code, { authorization }]) => `    "${code}": "${authorization}",`);
  return `"""What became of the authorization of a refused request, by the gateway's code. \`pnpm run docs\` writes this file."""

from typing import Literal

Authorization = Literal["unused", "spent", "settled", "unknown"]

AUTHORIZATIONS: dict[str, Authorization] = {
${rows.join('\n')}
}
`;
}
