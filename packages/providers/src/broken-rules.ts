import { ProviderError } from './provider-error.js';

/** The broken rules of one file. A check that throws breaks one rule, and the checks after it go on. */
export class BrokenRules {
  readonly found: ProviderError[];

  constructor(found: readonly ProviderError[] = []) {
    this.found = [...found];
  }

  add(field: string, rule: string): void {
    this.found.push(new ProviderError(field, rule));
  }

  /** Whether a rule of this very field is broken. */
  has(field: string): boolean {
    return this.found.some((fault) => fault.field === field);
  }

  /** The result of `read`; undefined where it throws ProviderError, which is kept. */
  gather<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.found.push(error);
      return undefined;
    }
  }
}
