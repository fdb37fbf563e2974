import { DeploymentMismatchError, ProtocolNotInitialisedError, type BatchReader } from '@oracle-gateway/ledger';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { expect, it } from 'vitest';
import { configAccount } from '../../tests/support/program-accounts.js';
import { MINT, PROGRAM_ID } from '../../tests/support/rounds.js';
import { readDeployment } from './deployment.js';

const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';

function reader(network: string, owner = PROGRAM_ID): BatchReader {
  return () => {
    const data = configAccount({ programId: PROGRAM_ID, network, mint: MINT, settleWindowSeconds: 900n });
    return Promise.resolve({ slot: 1, accounts: [{ owner, lamports: 1n, data }] });
  };
}

it('a program initialised for the configured network is accepted, and tells its mint', async () => {
  const { mint } = await readDeployment(reader(NETWORK), { programId: PROGRAM_ID, network: NETWORK });
  expect(mint).toEqual(MINT);
});

it('a program initialised for another network is refused', async () => {
  await expect(readDeployment(reader('solana:other'), { programId: PROGRAM_ID, network: NETWORK })).rejects.toThrow(
    DeploymentMismatchError,
  );
});

it('a program that was never initialised is refused', async () => {
  const input = { programId: PROGRAM_ID, network: NETWORK };
  await expect(readDeployment(reader(NETWORK, sampleAddress()), input)).rejects.toThrow(ProtocolNotInitialisedError);
  await expect(readDeployment(() => Promise.resolve({ slot: 1, accounts: [null] }), input)).rejects.toThrow(ProtocolNotInitialisedError);
});
