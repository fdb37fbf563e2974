import {
  type GatewayAccountReader,
  type LedgerConfigReader,
  rememberedAddresses,
  requireDeployment,
  requireGatewayKey,
  type TreasuryReader,
} from '@oracle-gateway/ledger';
import { type Address, type DeploymentId, formatAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { Config } from '../config/config.js';

/** The configuration names another stablecoin than the ledger. */
export class MintMismatchError extends Error {
  override readonly name = 'MintMismatchError';

  constructor() {
    super('solana.usdc_mint: the mint on the ledger is another');
  }
}

/** The treasury's token account is missing. Clients of x402 do not create it, so no caller could pay per request. */
export class TreasuryMissingError extends Error {
  override readonly name = 'TreasuryMissingError';

  constructor(treasuryOwner: Address) {
    super(
      `x402.enabled: the treasury has no token account; create the associated one of the Config account ${formatAddress(treasuryOwner)} for the protocol's mint`,
    );
  }
}

/** The program, and the gateway's place in it: fixed for as long as a deployment lives. */
export interface ServedDeployment {
  readonly programId: Address;
  readonly deploymentId: DeploymentId;
  readonly mint: Address;
  /** The Gateway account. */
  readonly gateway: Address;
}

/** Throws DeploymentMismatchError, MintMismatchError or GatewayKeyError. A gateway may be registered after it has started. */
export async function checkDeployment(
  config: Config,
  keys: readonly Address[],
  ledger: LedgerConfigReader & GatewayAccountReader,
): Promise<ServedDeployment> {
  const { programId, gateway } = config;
  const { deploymentId, mint } = await ledger.config();
  requireDeployment({ deploymentId }, config);
  if (config.mint !== null && !equalBytes(mint, config.mint)) throw new MintMismatchError();
  const { value: account } = await ledger.gateway(gateway);
  if (account !== null) requireGatewayKey(account, { address: gateway, keys });
  return { programId, deploymentId, mint, gateway };
}

/** Payments of the pay-per-request path must have somewhere to go. Throws TreasuryMissingError. */
export async function checkTreasury(programId: Address, ledger: TreasuryReader): Promise<void> {
  if ((await ledger.treasury()) === null) throw new TreasuryMissingError(rememberedAddresses.config(programId));
}
