import type { LedgerInstruction } from '../instruction.js';
import * as generated from './instructions.generated.js';

const STATUS_BYTES = { inactive: 0, active: 1, 'stopped in an emergency': 2 } as const;

/** An emergency stop waits for nothing; rounds from before the gateway's last reactivation then settle no more. */
export type GatewayStatus = keyof typeof STATUS_BYTES;

export interface SetGatewayStatusInput extends Omit<generated.SetGatewayStatusInput, 'status'> {
  readonly status: GatewayStatus;
}

/** Tag 8: takes a gateway out of service, or puts it back into service. */
export function setGatewayStatus({ status, ...input }: SetGatewayStatusInput): LedgerInstruction {
  return generated.setGatewayStatus({ ...input, status: STATUS_BYTES[status] });
}
