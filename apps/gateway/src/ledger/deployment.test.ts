import { deriveDeploymentId, toAddress } from '@oracle-gateway/protocol';
import { type ConfigAccount, type GatewayAccount, gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import type { Config } from '../config/config.js';
import { gatewayAccount } from '../../tests/fakes/ledger-accounts.js';
import { checkDeployment } from './deployment.js';

const programId = toAddress(new Uint8Array(32).fill(1));
const mint = toAddress(new Uint8Array(32).fill(2));
const authority = toAddress(new Uint8Array(32).fill(3));
const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const deploymentId = deriveDeploymentId({ programId, network });
const gateway = gatewayAddress(programId, authority);

function ledgerWith(account: GatewayAccount | null) {
  return {
    config: () => Promise.resolve({ deploymentId, mint } as ConfigAccount),
    gateway: () => Promise.resolve({ value: account, slot: 1 }),
  };
}

function check(named: Partial<Config>, account: GatewayAccount | null = gatewayAccount({ authority })): Promise<unknown> {
  return checkDeployment({ programId, gateway, network, mint: null, ...named } as Config, [authority], ledgerWith(account));
}

describe('the deployment on the ledger', () => {
  it.each([null, mint])('is the one that is configured, whether a mint is named or not', async (named) => {
    expect(await check({ mint: named })).toEqual({
      programId,
      deploymentId,
      mint,
      gateway,
    });
  });

  it('of another network or program stops the start', async () => {
    await expect(check({ network: 'solana:other' })).rejects.toMatchObject({ name: 'DeploymentMismatchError' });
    await expect(check({ programId: mint })).rejects.toMatchObject({ name: 'DeploymentMismatchError' });
  });

  it('with another mint than the configured one stops the start', async () => {
    await expect(check({ mint: programId })).rejects.toThrow('solana.usdc_mint: the mint on the ledger is another');
  });

  it('stops the start where another key is the authority of the Gateway account, and says what to do', async () => {
    const taken = gatewayAccount({ id: authority, authority: mint });
    await expect(check({}, taken)).rejects.toThrow(
      /^settlement\.gateway_account: the authority of \S+ is \S+, the key of this process is /,
    );
  });

  it('starts before its gateway is registered, and after its authority was exchanged', async () => {
    expect(await check({}, null)).toMatchObject({ gateway });
    expect(await check({ gateway: programId }, gatewayAccount({ id: mint, authority }))).toMatchObject({ gateway: programId });
  });
});
