/** A setting by its name as the operator writes it, and the rule that it breaks. Never the value, which may be a secret. */
export interface ConfigFault {
  readonly key: string;
  readonly rule: string;
}

/** Settings cannot be used. `key` and `rule` are of the first one; the message has a line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** One or more, the first one among them. */
  readonly faults: readonly ConfigFault[];
  /** Text that a command line shows. */
  readonly messageForOperator: string;

  constructor(
    readonly key: string,
    readonly rule: string,
    others: readonly ConfigFault[] = [],
  ) {
    const faults = [{ key, rule }, ...others.map((other) => ({ key: other.key, rule: other.rule }))];
    const lines = faults.map((fault) => `${fault.key}: ${fault.rule}`);
    super(lines.join('\n'));
    this.faults = faults;
    this.messageForOperator = faults.length === 1 ? this.message : [`${faults.length} settings cannot be used`, ...lines].join('\n  ');
  }
}

/** Throws ConfigError with all faults, where there are any. */
export function throwFaults([first, ...others]: readonly ConfigFault[]): void {
  if (first !== undefined) throw new ConfigError(first.key, first.rule, others);
}
