/** A setting cannot be used: the name an operator knows it by, and the rule it breaks. The value is never repeated. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(
    readonly key: string,
    readonly rule: string,
  ) {
    super(`${key}: ${rule}`);
  }
}
