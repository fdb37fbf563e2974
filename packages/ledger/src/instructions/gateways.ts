import { NO_OWNER, type Address } from '@oracle-gateway/protocol';

import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import * as generated from '@oracle-gateway/protocol/instructions';

/** Keys of a gateway that is registered. */
export interface RegisterGatewayInput extends Omit<generated.RegisterGatewayInput, 'rotator' | 'rentTo'> {
  /** Key that may propose another authority; none unless given, so that only the administrator may. */
  readonly rotator?: Address | null;
  /** Key that gets the rent of closed rounds; the gateway's key unless given. */
  readonly rentTo?: Address;
}

/** Tag 7: creates the Gateway account whose id and first authority are this key. */
export function registerGateway({ rotator, rentTo, ...input }: RegisterGatewayInput): LedgerInstruction {
  return generated.registerGateway({ ...input, rotator: rotator ?? NO_OWNER, rentTo: rentTo ?? input.gatewayAuthority });
}

/** Rotator and rent receiver of a gateway, as they are afterwards. */
export interface UpdateGatewayInput extends Omit<generated.UpdateGatewayInput, 'rotator'> {
  readonly rotator: Address | null;
}

/** Tag 31: replaces the rotator and where the rent goes. The rotator or the administrator signs. */
export function updateGateway(input: UpdateGatewayInput): LedgerInstruction {
  return generated.updateGateway({ ...input, rotator: input.rotator ?? NO_OWNER });
}

const STATUS_BYTES = { inactive: 0, active: 1, 'stopped in an emergency': 2 } as const;

/** An emergency stop waits for nothing; rounds from before the gateway's last reactivation then settle no more. */
export type GatewayStatus = keyof typeof STATUS_BYTES;

/** Whether a gateway is in service afterwards. */
export interface SetGatewayStatusInput extends Omit<generated.SetGatewayStatusInput, 'status'> {
  readonly status: GatewayStatus;
}

/** Tag 8: takes a gateway out of service, or puts it back into service. */
export function setGatewayStatus({ status, ...input }: SetGatewayStatusInput): LedgerInstruction {
  return generated.setGatewayStatus({ ...input, status: STATUS_BYTES[status] });
}
