/**
 * A setting cannot be used: its name as the operator writes it, and the rule that it breaks. Never the value, which may be a secret. The message
 * has a line for each further setting that cannot be used either.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(
    readonly key: string,
    readonly rule: string,
    others: readonly ConfigError[] = [],
  ) {
    super([`${key}: ${rule}`, ...others.map(({ message }) => message)].join('\n'));
  }
}
