import { ProtocolNotInitialisedError, rememberedAddresses, requireDeployment, type BatchReader } from '@oracle-gateway/ledger';
import { equalBytes, type Address } from '@oracle-gateway/protocol';
import { decodeConfig, type ConfigAccount } from '@oracle-gateway/protocol/accounts';

/** The constant part of the program's configuration. Throws DeploymentMismatchError, ProtocolNotInitialisedError or LedgerUnavailableError. Source: protocol §4. */
export async function readDeployment(
  read: BatchReader,
  input: { readonly programId: Address; readonly network: string },
): Promise<Pick<ConfigAccount, 'mint'>> {
  const { programId } = input;
  const [held = null] = (await read([rememberedAddresses.config(programId)], 'confirmed')).accounts;
  if (held === null || !equalBytes(held.owner, programId)) throw new ProtocolNotInitialisedError('config');
  const onLedger = decodeConfig(held.data);
  requireDeployment(onLedger, input);
  return { mint: onLedger.mint };
}
