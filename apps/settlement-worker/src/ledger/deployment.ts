import {
  ProtocolNotInitialisedError,
  rememberedAddresses,
  requireDeployment,
  requireGatewayKey,
  type BatchReader,
  type StoredAccount,
} from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { decodeConfig, decodeGateway, type ConfigAccount } from '@oracle-gateway/protocol/accounts';

export interface DeploymentInput {
  readonly programId: Address;
  readonly network: string;
  /** The Gateway account. */
  readonly gateway: Address;
  /** The keys of this process. */
  readonly keys: readonly Address[];
}

export interface SettledDeployment extends Pick<ConfigAccount, 'mint'> {
  /** The present key of the gateway, one of the process's. */
  readonly authority: Address;
}

/**
 * The constant part of the program's configuration, and which key the gateway has. Throws DeploymentMismatchError, ProtocolNotInitialisedError, GatewayKeyError or
 * LedgerUnavailableError. Source: docs/protocol.md#deployment_id.
 */
export async function readDeployment(read: BatchReader, input: DeploymentInput): Promise<SettledDeployment> {
  const { programId, gateway, keys } = input;
  const [config = null, account = null] = (await read([rememberedAddresses.config(programId), gateway], 'confirmed')).accounts;
  const isOwn = (held: StoredAccount | null): held is StoredAccount => held !== null && equalBytes(held.owner, programId);
  if (!isOwn(config)) throw new ProtocolNotInitialisedError('config');
  const onLedger = decodeConfig(config.data);
  requireDeployment(onLedger, input);
  const held = isOwn(account) ? decodeGateway(account.data) : null;
  requireGatewayKey(held, { address: gateway, keys });
  return { mint: onLedger.mint, authority: held.authority };
}
