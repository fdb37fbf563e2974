import type { OnDeprecated } from '@oracle-gateway/client';

/** An operation that a gateway has announced to end, in the words for a user. */
export interface EndingOperation {
  /** Method and path, such as `GET /v1/rounds/*`. */
  readonly operation: string;
  /** ISO 8601, at the earliest; null where the gateway names no day. */
  readonly endsAt: string | null;
  /** The step that the user can take. */
  readonly advice: string;
  /** All of it, on one line. */
  readonly text: string;
}

/** More than the operations of a contract: a user is not told of further ones. */
const MAX_TOLD = 256;

/**
 * Hears of the answers of a gateway, and tells of each operation once.
 *
 * @param product what the user has to renew, such as the name of a package
 * @returns `onDeprecated` of a client
 */
export function tellEachEndOnce(product: string, tell: (end: EndingOperation) => void): OnDeprecated {
  const told = new Set<string>();
  const advice = `install a later version of ${product} before it ends`;
  return ({ operation, sunsetMs }) => {
    if (told.has(operation) || told.size >= MAX_TOLD) return;
    told.add(operation);
    const endsAt = sunsetMs === null ? null : new Date(sunsetMs).toISOString();
    const end = endsAt === null ? '' : ` and ends on ${endsAt.replace(/T.*/, '')}`;
    tell({ operation, endsAt, advice, text: `${operation} of the gateway is deprecated${end}; ${advice}` });
  };
}
