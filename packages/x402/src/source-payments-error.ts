/** Most characters of one payment to a source. */
export const MAX_SOURCE_PAYMENT_BYTES = 4_096;

/** `sourcePayments` breaks a rule. Holds the position of the entry, and nothing of its content. */
export class SourcePaymentsError extends Error {
  override readonly name = 'SourcePaymentsError';
  constructor(
    /** Position in the list; null where the rule concerns the list. */
    readonly index: number | null,
    readonly rule: string,
    options?: ErrorOptions,
  ) {
    super(`sourcePayments${index === null ? '' : `[${index}]`} ${rule}`, options);
  }
}
