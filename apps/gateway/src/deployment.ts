import type { LedgerReader } from '@oracle-gateway/ledger';
import { deriveDeploymentId, equalBytes } from '@oracle-gateway/protocol';
import type { ConfigAccount } from '@oracle-gateway/protocol/accounts';
import type { Config } from './config.js';

/** The program on the ledger was initialised for another network or program than the configuration names. */
export class DeploymentMismatchError extends Error {
  override readonly name = 'DeploymentMismatchError';

  constructor() {
    super('solana.network or solana.program_id: the deployment id on the ledger is another');
  }
}

/** The configuration names another stablecoin than the ledger. */
export class MintMismatchError extends Error {
  override readonly name = 'MintMismatchError';

  constructor() {
    super('solana.usdc_mint: the mint on the ledger is another');
  }
}

/** What is fixed for as long as a deployment lives. */
export type Deployment = Pick<ConfigAccount, 'deploymentId' | 'mint'>;

/** Neither signed hash binds the cluster, so one gateway keypair must never serve two (protocol §5). */
export async function checkDeployment(config: Config, ledger: Pick<LedgerReader, 'config'>): Promise<Deployment> {
  const { deploymentId, mint } = await ledger.config();
  if (!equalBytes(deploymentId, deriveDeploymentId(config))) throw new DeploymentMismatchError();
  if (config.mint !== null && !equalBytes(mint, config.mint)) throw new MintMismatchError();
  return { deploymentId, mint };
}
