import type { Address } from '../address.js';
import { AccountReader } from './account-reader.js';

/** A registered gateway. Times are unix seconds, 0 = never. */
export interface GatewayAccount {
  readonly authority: Address;
  readonly registeredAt: bigint;
  readonly deactivatedAt: bigint;
  readonly reactivatedAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeGateway(data: Uint8Array): GatewayAccount {
  const account = AccountReader.open('Gateway', data, 'SVC_GWY1');
  account.requireLength(72);
  return {
    authority: account.address(16),
    registeredAt: account.i64(48),
    deactivatedAt: account.i64(56),
    reactivatedAt: account.i64(64),
  };
}

export function gatewayIsActive(gateway: Pick<GatewayAccount, 'deactivatedAt' | 'reactivatedAt'>): boolean {
  return gateway.deactivatedAt === 0n || gateway.reactivatedAt > gateway.deactivatedAt;
}
