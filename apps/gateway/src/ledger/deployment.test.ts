import { deriveDeploymentId, toAddress } from '@oracle-gateway/protocol';
import { type ConfigAccount, gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import type { Config } from '../config/config.js';
import { checkDeployment } from './deployment.js';

const programId = toAddress(new Uint8Array(32).fill(1));
const mint = toAddress(new Uint8Array(32).fill(2));
const authority = toAddress(new Uint8Array(32).fill(3));
const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const deploymentId = deriveDeploymentId({ programId, network });
const ledger = { config: () => Promise.resolve({ deploymentId, mint } as ConfigAccount) };

function check(named: Partial<Config>): Promise<unknown> {
  return checkDeployment({ programId, network, mint: null, ...named } as Config, authority, ledger);
}

describe('the deployment on the ledger', () => {
  it.each([null, mint])('is the one that is configured, whether a mint is named or not', async (named) => {
    expect(await check({ mint: named })).toEqual({
      programId,
      deploymentId,
      mint,
      gateway: gatewayAddress(programId, authority),
      authority,
    });
  });

  it('of another network or program stops the start', async () => {
    await expect(check({ network: 'solana:other' })).rejects.toMatchObject({ name: 'DeploymentMismatchError' });
    await expect(check({ programId: mint })).rejects.toMatchObject({ name: 'DeploymentMismatchError' });
  });

  it('with another mint than the configured one stops the start', async () => {
    await expect(check({ mint: programId })).rejects.toThrow('solana.usdc_mint: the mint on the ledger is another');
  });
});
