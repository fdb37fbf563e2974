/** A provider's description breaks a rule. Holds the field and the rule. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    /** Path of the field, such as `flows[0].feeds[2].sourceId`. */
    readonly field: string,
    readonly rule: string,
  ) {
    super(`${field}: ${rule}`);
  }
}
