import { ed25519 } from '@noble/curves/ed25519.js';
import { formatAddress, fromHex, toAddress, type DeploymentId, type SourceId } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/simulate-auth.json' with { type: 'json' };
import { answerOf, fakeIo, fakeLedger } from '../../tests/fake-io.js';
import { simulateAuthorization } from './simulate-authorization.js';

/** A clock of milliseconds cannot tell the latest time of the vectors, which protocol's own test covers. */
const told = file.vectors.filter(({ timestampSeconds }) => timestampSeconds <= Number.MAX_SAFE_INTEGER / 1000);
const signature = new Uint8Array(64).fill(7);

it.each(told)('signs the hash of the vector at $timestampSeconds s, and names the owner of a delegate', async (vector) => {
  const [key, owner, gateway] = [vector.key, vector.owner, vector.gateway].map((hex) => toAddress(fromHex(hex)));
  const io = fakeIo(() => ({}), {
    ledger: fakeLedger({ deploymentId: fromHex(vector.deploymentId) as DeploymentId }),
    nowMs: vector.timestampSeconds * 1000 + 999,
  });
  const answer = answerOf({ data: { gatewayPda: formatAddress(gateway!) } });
  const signed: Uint8Array[] = [];
  const signer = {
    address: formatAddress(key!),
    sign(message: Uint8Array) {
      signed.push(message);
      return signature;
    },
  };
  const sourceId = fromHex(vector.sourceId) as SourceId;
  const header = await simulateAuthorization(
    { signer, key: key!, owner: owner!, sourceId },
    { ...io, gateway: { ...io.gateway, ask: () => Promise.resolve(answer) } },
  );
  expect(signed).toEqual([fromHex(vector.hash)]);
  const keys = vector.key === vector.owner ? [key!] : [key!, owner!];
  expect(header).toBe(`Simulate ${[...keys.map((one) => formatAddress(one)), vector.timestampSeconds, `0x${'07'.repeat(64)}`].join('.')}`);
});

it('asks for no signature without the address of the gateway', async () => {
  const key = toAddress(ed25519.getPublicKey(new Uint8Array(32).fill(1)));
  const io = fakeIo(() => ({}));
  const signer = { address: formatAddress(key), sign: () => expect.fail('was asked to sign') };
  const gateway = { ...io.gateway, ask: () => Promise.resolve(answerOf({ data: {} })) };
  const asking = simulateAuthorization({ signer, key, owner: key, sourceId: new Uint8Array(32) as SourceId }, { ...io, gateway });
  await expect(asking).rejects.toMatchObject({ name: 'TransportError' });
});
