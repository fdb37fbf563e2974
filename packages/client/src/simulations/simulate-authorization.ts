import { type Address, formatAddress, simulateAuthHash, type SourceId, toHex, unixSeconds } from '@oracle-gateway/protocol';
import { signWith, type Signer } from '../base/signer.js';
import type { AccountCall, AccountIo } from '../rounds/account.js';
import { gatewayAddressOf } from '../rounds/gateway-address.js';

/**
 * The value of `Authorization` that lets a key simulate a source at one gateway. It orders no round, and is good for a minute.
 *
 * @param input `owner`: of the subscription that the key is a delegate of; the key itself for every other caller
 */
export async function simulateAuthorization(
  input: { readonly signer: Signer; readonly key: Address; readonly owner: Address; readonly sourceId: SourceId },
  io: Pick<AccountIo, 'gateway' | 'ledger' | 'clock'>,
  { signal }: AccountCall = {},
): Promise<string> {
  const { signer, key, owner, sourceId } = input;
  const gateway = await gatewayAddressOf(io, signal);
  const timestampSeconds = unixSeconds(Math.floor(io.clock.now() / 1000));
  const hash = simulateAuthHash({ deploymentId: io.ledger.deploymentId, gateway, sourceId, key, owner, timestampSeconds });
  const keys = [...new Set([key, owner].map((address) => formatAddress(address)))];
  return `Simulate ${[...keys, timestampSeconds, toHex(await signWith(signer, hash))].join('.')}`;
}
