import type { Address } from '../address.js';
import { decodeGatewayBody } from './accounts.generated.js';

/** A registered gateway. Times are unix seconds, 0 = never. */
export interface GatewayAccount {
  readonly authority: Address;
  readonly registeredAt: bigint;
  readonly deactivatedAt: bigint;
  readonly reactivatedAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeGateway(data: Uint8Array): GatewayAccount {
  return decodeGatewayBody(data);
}

export function gatewayIsActive(gateway: Pick<GatewayAccount, 'deactivatedAt' | 'reactivatedAt'>): boolean {
  return gateway.deactivatedAt === 0n || gateway.reactivatedAt > gateway.deactivatedAt;
}
