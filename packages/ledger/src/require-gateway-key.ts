import { equalBytes, formatAddress, type Address } from '@oracle-gateway/protocol';
import type { GatewayAccount } from '@oracle-gateway/protocol/accounts';

/** The configured Gateway account does not take the signatures of the configured key. The service must not run. */
export class GatewayKeyError extends Error {
  override readonly name = 'GatewayKeyError';
}

/**
 * Requires that `account`, read at `address`, exists and has `key` as its authority: nodes and the program refuse the signatures of any other
 * key. Throws GatewayKeyError, whose message says what to do.
 */
export function requireGatewayKey(
  account: Pick<GatewayAccount, 'authority' | 'pendingAuthority'> | null,
  { address, key }: { readonly address: Address; readonly key: Address },
): void {
  const [named, own] = [formatAddress(address), formatAddress(key)];
  if (account === null)
    throw new GatewayKeyError(
      `settlement.gateway_account: ${named} is no Gateway account. Name the account of this gateway, which stays when its key is exchanged; ` +
        `an account for the key ${own} is made by \`oracle-gateway-admin register-gateway\``,
    );
  if (equalBytes(account.authority, key)) return;
  const proposed = account.pendingAuthority !== null && equalBytes(account.pendingAuthority, key);
  throw new GatewayKeyError(
    `settlement.gateway_account: the authority of ${named} is ${formatAddress(account.authority)}, the key of this process is ${own}. ` +
      (proposed
        ? 'That key is proposed: sign `oracle-gateway-admin gateway accept-key` with it, then start again'
        : 'Start with the keypair of the authority, or name the account of this key'),
  );
}
