/** The text of a `valueTransform` breaks a rule: a caller's mistake. It repeats nothing of the text. */
export class TransformError extends Error {
  override readonly name = 'TransformError';
  constructor(
    readonly rule: string,
    /** Place in the text, in UTF-16 units. */
    readonly at: number,
  ) {
    super(`valueTransform ${rule} (at ${at})`);
  }
}
