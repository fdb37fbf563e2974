import { operations } from '@oracle-gateway/gateway-api';
import {
  deriveDeploymentId,
  deriveFeedId,
  deriveSourceId,
  fromHex,
  parseApiConfig,
  roundAddress,
  roundIdOf,
  toHex,
  toUnixMs,
  unixMs,
  unixSeconds,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import { verifyAttestation } from '@oracle-gateway/schnorr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base58 } from './fakes/base58.js';
import { PRICE_SOURCE } from './fakes/consumer.js';
import { post } from './fakes/post.js';
import { PROGRAM_ID, startWorld, type World } from './fakes/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

describe('a served round', () => {
  it.each([2, 3, 5])('at quorum %i verifies from the registry alone, as a third party would', async (signaturesRequired) => {
    const consumer = world.subscriber();
    const request = consumer.request({ signaturesRequired });
    const answer = await world.http.call(operations.executeRound, { body: request });
    if (answer.status !== 200) throw new Error(`expected a round, got ${JSON.stringify(answer.body)}`);
    const { data } = answer.body;
    // Everything the verifier must not take from the answer is derived here.
    const sourceId = deriveSourceId(parseApiConfig(PRICE_SOURCE));
    const feedId = deriveFeedId({ owner: consumer.address, sourceId, signaturesRequired });
    const verdict = verifyAttestation({
      deploymentId: deriveDeploymentId({ programId: PROGRAM_ID, network: world.config.network }),
      registry: world.ledger.registry,
      attestation: {
        feedId,
        sourceId,
        value: fromHex(data.valuePacked, 32),
        registryVersion: BigInt(data.registryVersion),
        signaturesRequired,
        form: SOURCE_FORM,
        timestampMs: toUnixMs(unixSeconds(request.timestamp)),
        observedAtMs: unixMs(data.observedAt),
        signersBitmap: fromHex(data.signersBitmap, 32),
        s: fromHex(data.s, 32),
        commitment: fromHex(data.commitmentAddr, 20),
      },
    });
    expect(verdict.ok).toBe(true);
    expect(data).toMatchObject({ value: '64628.31', timestamp: request.timestamp, registryVersion: 1, signaturesRequired, fresh: true });
    expect(data.feedId).toBe(toHex(feedId));
    expect(data.configHash).toBe(toHex(sourceId));
  });

  it('names its round, which is the address of its receipt, and is pending before the answer', async () => {
    const consumer = world.subscriber();
    const request = consumer.request();
    const answer = await world.http.call(operations.executeRound, { body: request });
    const sourceId = deriveSourceId(parseApiConfig(PRICE_SOURCE));
    const address = roundAddress({
      programId: PROGRAM_ID,
      feedOwner: consumer.address,
      sourceId,
      signaturesRequired: 2,
      timestampSeconds: unixSeconds(request.timestamp),
    });
    expect(answer.headers.get('x-round-id')).toBe(roundIdOf(address));
    const record = await world.outbox.read(roundIdOf(address));
    expect(record).toMatchObject({ state: 'pending', result: JSON.stringify(answer.body) });
    expect(record?.payload).toMatchObject({
      charge: { kind: 'subscription', subscriptionOwner: consumer.address, feedOwner: consumer.address },
      registryCount: 5,
      timestampSeconds: request.timestamp,
    });
  });

  it('accepts authSig in base58 of the same bytes, and ignores authTimestamp', async () => {
    const request = world.subscriber().request();
    const authSig = base58(fromHex(request.authSig ?? '', 64));
    const { status } = await post(world.url, { ...request, authSig, authTimestamp: 'ignored' });
    expect(status).toBe(200);
  });
});
