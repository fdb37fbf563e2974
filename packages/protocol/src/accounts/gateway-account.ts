import type { GatewayAccount } from './accounts.generated.js';

/** Whether a gateway is in service. */
export function gatewayIsActive(gateway: Pick<GatewayAccount, 'deactivatedAt' | 'reactivatedAt'>): boolean {
  return gateway.deactivatedAt === 0n || gateway.reactivatedAt > gateway.deactivatedAt;
}
