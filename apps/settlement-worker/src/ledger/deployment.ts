import { ProtocolNotInitialisedError, rememberedAddresses, type BatchReader } from '@oracle-gateway/ledger';
import { deriveDeploymentId, equalBytes, type Address } from '@oracle-gateway/protocol';
import { decodeConfig, type ConfigAccount } from '@oracle-gateway/protocol/accounts';

/** The program was initialised for another network than the configured one. */
export class WrongDeploymentError extends Error {
  override readonly name = 'WrongDeploymentError';
  constructor(readonly network: string) {
    super(`solana.network: must be the network that the program was initialised for, which is not ${network}`);
  }
}

/** The constant part of the program's configuration. Throws WrongDeploymentError, ProtocolNotInitialisedError or LedgerUnavailableError. Source: protocol §4. */
export async function readDeployment(
  read: BatchReader,
  input: { readonly programId: Address; readonly network: string },
): Promise<Pick<ConfigAccount, 'mint'>> {
  const { programId, network } = input;
  const [held = null] = (await read([rememberedAddresses.config(programId)], 'confirmed')).accounts;
  if (held === null || !equalBytes(held.owner, programId)) throw new ProtocolNotInitialisedError('config');
  const { deploymentId, mint } = decodeConfig(held.data);
  if (!equalBytes(deploymentId, deriveDeploymentId({ programId, network }))) throw new WrongDeploymentError(network);
  return { mint };
}
