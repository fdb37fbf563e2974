import { ProtocolNotInitialisedError, rememberedAddresses, type BatchReader } from '@oracle-gateway/ledger';
import { deriveDeploymentId, equalBytes, type Address } from '@oracle-gateway/protocol';
import { decodeConfig } from '@oracle-gateway/protocol/accounts';

/** The program was initialised for another network than the one configured. */
export class WrongDeploymentError extends Error {
  override readonly name = 'WrongDeploymentError';
  constructor(readonly network: string) {
    super(`solana.network: the program was not initialised for ${network}`);
  }
}

/** Throws WrongDeploymentError, ProtocolNotInitialisedError or LedgerUnavailableError. Source: protocol §4. */
export async function assertDeployment(read: BatchReader, input: { readonly programId: Address; readonly network: string }): Promise<void> {
  const { programId, network } = input;
  const [config = null] = (await read([rememberedAddresses.config(programId)], 'confirmed')).accounts;
  if (config === null || !equalBytes(config.owner, programId)) throw new ProtocolNotInitialisedError('config');
  if (!equalBytes(decodeConfig(config.data).deploymentId, deriveDeploymentId({ programId, network })))
    throw new WrongDeploymentError(network);
}
