/** A value does not fit its contract: which field, and the rule it breaks. The value is never repeated. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  constructor(
    readonly field: string,
    readonly rule: string,
  ) {
    super(`${field}: ${rule}`);
  }
}
