import type { GatewayAccount } from './accounts.generated.js';

export function gatewayIsActive(gateway: Pick<GatewayAccount, 'deactivatedAt' | 'reactivatedAt'>): boolean {
  return gateway.deactivatedAt === 0n || gateway.reactivatedAt > gateway.deactivatedAt;
}
