import type { LedgerReader } from '@oracle-gateway/ledger';
import { deriveDeploymentId, type Address } from '@oracle-gateway/protocol';

/** The program was initialised for another network than the one configured. */
export class WrongDeploymentError extends Error {
  override readonly name = 'WrongDeploymentError';
  constructor(readonly network: string) {
    super(`solana.network: the program was not initialised for ${network}`);
  }
}

/** Throws WrongDeploymentError, ProtocolNotInitialisedError or LedgerUnavailableError. Source: protocol §4. */
export async function assertDeployment(
  reader: Pick<LedgerReader, 'config'>,
  input: { readonly programId: Address; readonly network: string },
): Promise<void> {
  const { deploymentId } = await reader.config();
  const expected = deriveDeploymentId(input);
  if (!expected.every((byte, index) => byte === deploymentId[index])) throw new WrongDeploymentError(input.network);
}
