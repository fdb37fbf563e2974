import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Hex } from '@oracle-gateway/evm';
import { fromHex, unixSeconds } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { createSigningKey, provePossession } from '@oracle-gateway/schnorr/signing';

import type { TestWorld } from './test-world.js';

/** The first version as its deployer names it, with the proof that each node gave when it was registered. */
export async function deployersWord(test: TestWorld, registry: RegistryAccount, signedAtSeconds: number) {
  const { deploymentId } = await test.reader.config();
  const { version, minSigners, keys } = registry;
  const described = { signerVersion: version, version, oldestAcceptedVersion: 0n, signedAtSeconds: unixSeconds(signedAtSeconds) };
  const nodes = await test.reader.nodes(registry);
  const proofs = nodes.map(async ({ index, encryptionKey, operator, endpoint }) => {
    const secret = await readFile(join(test.world.stateFolder.path, 'keys', `node-${index}.hex`), 'utf8');
    const signingKey = createSigningKey(fromHex(`0x${secret.trim()}`, 32));
    const registered = { deploymentId, index, encryptionKey, operator, endpoint, previousRegisteredAt: 0n };
    const { s, commitment } = provePossession({ ...registered, signingKey }, { random: randomBytes });
    const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;
    const named = { index, encryptionKey: hex(encryptionKey), operator: hex(operator), endpoint, previousRegisteredAt: 0n };
    return { ...named, s: BigInt(hex(s)), commitment: hex(commitment) };
  });
  return { first: { deploymentId, ...described, minSigners, keys }, proofs: await Promise.all(proofs) };
}
