import { type Address, deriveDeploymentId } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { ConfigAccount } from '@oracle-gateway/protocol/accounts';

/** The configured program and network have another deployment id than the ledger. The service must not run. */
export class DeploymentMismatchError extends Error {
  override readonly name = 'DeploymentMismatchError';

  constructor() {
    super('solana.program_id and solana.network: must give the deployment id that the ledger holds; correct the one that names another');
  }
}

/**
 * Requires that the Config account on the ledger is of the configured deployment. Neither signed hash binds the cluster, so one keypair must
 * never serve two (docs/protocol.md#deployment_id). Throws DeploymentMismatchError.
 * @example
 * requireDeployment(await reader.config(), { programId, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' });
 */
export function requireDeployment(
  { deploymentId }: Pick<ConfigAccount, 'deploymentId'>,
  configured: { readonly programId: Address; readonly network: string },
): void {
  if (!equalBytes(deploymentId, deriveDeploymentId(configured))) throw new DeploymentMismatchError();
}
