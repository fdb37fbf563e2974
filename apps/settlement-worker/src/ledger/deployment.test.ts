import { DeploymentMismatchError, GatewayKeyError, ProtocolNotInitialisedError, type BatchReader } from '@oracle-gateway/ledger';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import type { Address } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { configAccount, gatewayAccount } from '../../tests/support/program-accounts.js';
import { GATEWAY, GATEWAY_AUTHORITY, MINT, PROGRAM_ID } from '../../tests/support/rounds.js';
import { readDeployment } from './deployment.js';

const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const INPUT = { programId: PROGRAM_ID, network: NETWORK, gateway: GATEWAY, keys: [GATEWAY_AUTHORITY] };
const REGISTERED = gatewayAccount({ authority: GATEWAY_AUTHORITY });

/** A ledger with Config, the program's unless of another `owner`, and what stands at the address of the Gateway account. */
function reader({
  network = NETWORK,
  owner = PROGRAM_ID,
  gateway = REGISTERED,
}: {
  network?: string;
  owner?: Address;
  gateway?: Uint8Array | null;
}) {
  const config = configAccount({ programId: PROGRAM_ID, network, mint: MINT, settleWindowSeconds: 900n });
  const held = (data: Uint8Array | null, by: Address) => (data === null ? null : { owner: by, lamports: 1n, data });
  const read: BatchReader = () => Promise.resolve({ slot: 1, accounts: [held(config, owner), held(gateway, PROGRAM_ID)] });
  return read;
}

it('a program initialised for the configured network is accepted, and tells its mint', async () => {
  const { mint } = await readDeployment(reader({}), INPUT);
  expect(mint).toEqual(MINT);
});

it('a program initialised for another network is refused', async () => {
  await expect(readDeployment(reader({ network: 'solana:other' }), INPUT)).rejects.toThrow(DeploymentMismatchError);
});

it('a program that was never initialised is refused', async () => {
  await expect(readDeployment(reader({ owner: sampleAddress() }), INPUT)).rejects.toThrow(ProtocolNotInitialisedError);
  await expect(readDeployment(() => Promise.resolve({ slot: 1, accounts: [null, null] }), INPUT)).rejects.toThrow(
    ProtocolNotInitialisedError,
  );
});

describe('the Gateway account', () => {
  it('may have another id than the key: it was exchanged', async () => {
    const gateway = gatewayAccount({ authority: GATEWAY_AUTHORITY, id: sampleAddress() });
    await expect(readDeployment(reader({ gateway }), INPUT)).resolves.toEqual({ mint: MINT, authority: GATEWAY_AUTHORITY });
  });

  it.each([
    ['has another authority', gatewayAccount({ authority: sampleAddress(), id: GATEWAY_AUTHORITY })],
    ['does not exist', null],
  ])('is refused where it %s', async (_name, gateway) => {
    await expect(readDeployment(reader({ gateway }), INPUT)).rejects.toThrow(GatewayKeyError);
  });
});
