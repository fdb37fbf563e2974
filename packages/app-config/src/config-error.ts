/** A setting cannot be used: its name as the operator writes it, and the rule that it breaks. Never the value, which may be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(
    readonly key: string,
    readonly rule: string,
  ) {
    super(`${key}: ${rule}`);
  }
}
