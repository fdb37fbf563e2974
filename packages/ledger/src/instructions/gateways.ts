import type { Address } from '@oracle-gateway/protocol';
import { configAddress, gatewayAddress } from '@oracle-gateway/protocol/accounts';

import { payer, readonly, signer, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM } from '../program-ids.js';

export interface RegisterGatewayInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly gatewayAuthority: Address;
}

/** Tag 7: creates the Gateway account of an authority. */
export function registerGateway(input: RegisterGatewayInput): LedgerInstruction {
  const { programId } = input;
  return {
    programId,
    accounts: [
      payer(input.authority),
      readonly(configAddress(programId)),
      writable(gatewayAddress(programId, input.gatewayAuthority)),
      readonly(SYSTEM_PROGRAM),
    ],
    data: new InstructionData(7).bytes('gatewayAuthority', input.gatewayAuthority, 32).finish(),
  };
}

export interface SetGatewayStatusInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly gatewayAuthority: Address;
  readonly status: GatewayStatus;
}

const STATUS_BYTES = { inactive: 0, active: 1, 'stopped in an emergency': 2 } as const;

/** An emergency stop waits for nothing; rounds from before the gateway's last reactivation then settle no more. */
export type GatewayStatus = keyof typeof STATUS_BYTES;

/** Tag 8: takes a gateway out of service, or back into it. */
export function setGatewayStatus(input: SetGatewayStatusInput): LedgerInstruction {
  const { programId } = input;
  return {
    programId,
    accounts: [signer(input.authority), readonly(configAddress(programId)), writable(gatewayAddress(programId, input.gatewayAuthority))],
    data: new InstructionData(8).u8('status', STATUS_BYTES[input.status]).finish(),
  };
}
