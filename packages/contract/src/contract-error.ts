/** A value breaks its contract. Holds the field and the rule, never the value. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  constructor(
    readonly field: string,
    readonly rule: string,
  ) {
    super(`${field}: ${rule}`);
  }
}
