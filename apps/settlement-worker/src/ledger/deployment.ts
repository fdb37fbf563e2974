import {
  ProtocolNotInitialisedError,
  rememberedAddresses,
  requireDeployment,
  requireGatewayKey,
  type BatchReader,
  type StoredAccount,
} from '@oracle-gateway/ledger';
import { equalBytes, type Address } from '@oracle-gateway/protocol';
import { decodeConfig, decodeGateway, type ConfigAccount } from '@oracle-gateway/protocol/accounts';

export interface DeploymentInput {
  readonly programId: Address;
  readonly network: string;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly gatewayAuthority: Address;
}

/**
 * The constant part of the program's configuration. Throws DeploymentMismatchError, ProtocolNotInitialisedError, GatewayKeyError or
 * LedgerUnavailableError. Source: protocol §4.
 */
export async function readDeployment(read: BatchReader, input: DeploymentInput): Promise<Pick<ConfigAccount, 'mint'>> {
  const { programId, gateway, gatewayAuthority } = input;
  const [config = null, account = null] = (await read([rememberedAddresses.config(programId), gateway], 'confirmed')).accounts;
  const isOwn = (held: StoredAccount | null): held is StoredAccount => held !== null && equalBytes(held.owner, programId);
  if (!isOwn(config)) throw new ProtocolNotInitialisedError('config');
  const onLedger = decodeConfig(config.data);
  requireDeployment(onLedger, input);
  requireGatewayKey(isOwn(account) ? decodeGateway(account.data) : null, { address: gateway, key: gatewayAuthority });
  return { mint: onLedger.mint };
}
