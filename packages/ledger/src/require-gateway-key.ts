import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { GatewayAccount } from '@oracle-gateway/protocol/accounts';

/** The configured Gateway account does not take the signatures of the configured key. The service must not run. */
export class GatewayKeyError extends Error {
  override readonly name = 'GatewayKeyError';
}

/**
 * Requires that `account`, read at `address`, exists and has one of `keys` as its authority: nodes and the program refuse the signatures of any
 * other key. A process has more than one while its gateway's key is being exchanged. Throws GatewayKeyError, whose message says what to do.
 */
export function requireGatewayKey<Account extends Pick<GatewayAccount, 'authority' | 'pendingAuthority'>>(
  account: Account | null,
  { address, keys }: { readonly address: Address; readonly keys: readonly Address[] },
): asserts account is Account {
  const [named, own] = [formatAddress(address), keys.map(formatAddress).join(' and ')];
  if (account === null)
    throw new GatewayKeyError(
      `settlement.gateway_account: ${named} is no Gateway account. Name the account of this gateway, which stays when its key is exchanged; ` +
        `an account for the key ${own} is made by \`oracle-gateway-admin register-gateway\``,
    );
  const isOneOf = (address: Address | null): boolean => address !== null && keys.some((key) => equalBytes(key, address));
  if (isOneOf(account.authority)) return;
  throw new GatewayKeyError(
    `settlement.gateway_account: the authority of ${named} is ${formatAddress(account.authority)}, the key of this process is ${own}. ` +
      (isOneOf(account.pendingAuthority)
        ? 'That key is proposed: sign `oracle-gateway-admin gateway accept-key` with it, then start again'
        : 'Start with the keypair of the authority, or name the account of this key'),
  );
}
