/** An operation that a gateway has announced to end (RFC 9745, RFC 8594). */
export interface DeprecationNotice {
  /** Method and path, such as `GET /v1/rounds/*`: a star stands for an identifier. */
  readonly operation: string;
  /** Unix milliseconds since when it is deprecated; null where the gateway gives no such time. */
  readonly sinceMs: number | null;
  /** Unix milliseconds of its end, at the earliest; null likewise. */
  readonly sunsetMs: number | null;
}

/** Hears of answers of operations that end. */
export type OnDeprecated = (notice: DeprecationNotice) => void;

/**
 * Tells of an operation where the headers of its answer announce its end: for programs that ask a gateway by themselves. `path` is that of the
 * request, with or without a query.
 *
 * @throws what the hearer throws
 */
export function tellDeprecation(
  onDeprecated: OnDeprecated | undefined,
  { method, path, headers }: { readonly method: string; readonly path: string; readonly headers: Headers },
): void {
  const deprecation = headers.get('deprecation');
  if (onDeprecated === undefined || deprecation === null) return;
  const since = /^@(-?\d{1,12})$/.exec(deprecation)?.[1];
  const sunsetMs = Date.parse(headers.get('sunset') ?? '');
  onDeprecated({
    // A provider's identifier is a word. No other word of a path is as long as an identifier.
    operation: `${method} ${path.replace(/\?.*/, '').replace(/(?<=^\/v1\/providers\/)[^/]+|[^/]{16,}/g, '*')}`,
    sinceMs: since === undefined ? null : Number(since) * 1000,
    sunsetMs: Number.isNaN(sunsetMs) ? null : sunsetMs,
  });
}
