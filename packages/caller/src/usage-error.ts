/** An argument, a flag, a setting or a file breaks its rule. The message never repeats the value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    readonly field: string,
    readonly rule: string,
  ) {
    super(`${field}: ${rule}`);
  }
}
