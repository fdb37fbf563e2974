import { NO_OWNER } from '@oracle-gateway/protocol';
import type { GatewayAccount, NodeAccount } from '@oracle-gateway/protocol/accounts';

/** An active gateway whose keys were never changed. */
export function gatewayAccount(members: Partial<GatewayAccount> = {}): GatewayAccount {
  const { authority = NO_OWNER } = members;
  return {
    id: authority,
    authority,
    pendingAuthority: null,
    rotator: null,
    rentTo: authority,
    registeredAt: 1n,
    deactivatedAt: 0n,
    reactivatedAt: 0n,
    ...members,
  };
}

/** A node whose keys were never replaced, and that is given no encryption key. */
export function nodeAccount(members: Pick<NodeAccount, 'index' | 'publicKey' | 'endpoint'> & Partial<NodeAccount>): NodeAccount {
  return {
    operator: NO_OWNER,
    encryptionKey: new Uint8Array(32),
    previousEncryptionKey: null,
    encryptionKeyChangedAt: 0n,
    registeredAt: 1n,
    previousPublicKey: null,
    publicKeyChangedAt: 0n,
    previousEndpoint: '',
    ...members,
  };
}
