/** The expression is no RFC 9535 query, or one that the fence keeps out (docs/protocol.md#selection). */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
  constructor(readonly rule: string) {
    super(`responseParser ${rule}`);
  }
}
