import { deriveDeploymentId } from '@oracle-gateway/protocol';
import { nodeAddress } from '@oracle-gateway/protocol/accounts';
import { createSigningKey, provePossession } from '@oracle-gateway/schnorr/signing';
import { beforeAll, describe, expect, it } from 'vitest';

import { instructions } from '../src/index.js';
import { createWorld, keypair, NETWORK, seededRandom, START_SECONDS, type World } from './world.js';

const INDEX = 0;

describe('a node that is registered anew', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(2);
  });

  const register = async (encryptionKey: Uint8Array): Promise<void> => {
    const { programId, authority, nodeSecrets } = world;
    const [signingKey, operator] = [createSigningKey(nodeSecrets[INDEX]!), keypair('operator').address];
    const { publicKey } = signingKey;
    const deploymentId = deriveDeploymentId({ programId, network: NETWORK });
    const { registeredAt: previousRegisteredAt } = await read();
    const registered = { index: INDEX, encryptionKey, operator, endpoint: 'https://node.test' };
    const proof = provePossession({ signingKey, deploymentId, previousRegisteredAt, ...registered }, { random: seededRandom('proof') });
    const registration = { ...registered, publicKey, proof };
    await world.send(
      authority,
      instructions.registerNode({ programId, authority: authority.address, currentVersion: 1n, ...registration }),
    );
  };
  const read = async () => (await world.reader.node(nodeAddress(world.programId, INDEX))).value!;

  it('has its encryption key, the one before it and the time of the change in its account', async () => {
    const first = await read();
    expect([first.previousEncryptionKey, first.encryptionKeyChangedAt]).toEqual([null, 0n]);
    const next = new Uint8Array(32).fill(7);
    world.rpc.setClock(START_SECONDS + 100n);
    await register(next);
    const second = await read();
    const replaced = [next, first.encryptionKey, START_SECONDS + 100n];
    expect([second.encryptionKey, second.previousEncryptionKey, second.encryptionKeyChangedAt]).toEqual(replaced);
    world.rpc.setClock(START_SECONDS + 200n);
    await register(next);
    const third = await read();
    expect([third.encryptionKey, third.previousEncryptionKey, third.encryptionKeyChangedAt]).toEqual(replaced);
    expect(third.registeredAt).toBe(START_SECONDS + 200n);
  });
});
