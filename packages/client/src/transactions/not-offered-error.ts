import { OracleGatewayError } from '../base/errors.js';

/** The ledger's state does not allow what was asked for. `subject` names what stands against it. Nothing was signed. */
export class NotOfferedError extends OracleGatewayError {
  override readonly name = 'NotOfferedError';
  readonly code = 'not_offered';
  constructor(
    readonly subject: 'key' | 'gateway' | 'subscription' | 'delegate' | 'escrow' | 'program',
    rule: string,
  ) {
    super(`${subject}: ${rule}`);
  }
}
