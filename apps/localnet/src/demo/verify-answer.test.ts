import { randomBytes } from 'node:crypto';

import {
  attestationMessage,
  deriveDeploymentId,
  formatExact,
  packExact,
  parseDecimal,
  signersBitmap,
  toHex,
  toUnixMs,
  unixMs,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import {
  createNoncePair,
  createSigningKey,
  generateSecretKey,
  prepareSession,
  publicKeyOf,
  signPartial,
  sumPartials,
} from '@oracle-gateway/schnorr/signing';
import { describe, expect, it } from 'vitest';

import { addressOf, newKeypair } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';
import { checkDemoAnswer, type AnswerToVerify } from './verify-answer.js';
import { askedPrice, steadyPrice } from './asked-price.js';

function random(length: number): Uint8Array {
  return new Uint8Array(randomBytes(length));
}
const secrets = [generateSecretKey(random), generateSecretKey(random), generateSecretKey(random)];
const SIGNERS = [0, 2];

/** An answer that two of three nodes really signed. */
function signedAnswer(): AnswerToVerify {
  const deploymentId = deriveDeploymentId({ programId: addressOf(newKeypair()), network: 'solana:test' });
  const timestampSeconds = 1_800_000_000;
  const source = steadyPrice('http://127.0.0.1:1');
  const round = askedPrice({ source, owner: addressOf(newKeypair()), signaturesRequired: 2, timestampSeconds });
  const value = packExact(parseDecimal('64628.31'));
  const { feedId, sourceId } = round;
  const timestampMs = toUnixMs(round.timestampSeconds);
  const times = { timestampMs, observedAtMs: unixMs(timestampMs + 400) };
  const signed = { feedId, sourceId, value, registryVersion: 1n, signaturesRequired: 2, form: SOURCE_FORM, ...times };
  const message = attestationMessage({ deploymentId, ...signed });
  const sessionId = random(32);
  const own = SIGNERS.map((index) => {
    const signingKey = createSigningKey(secrets[index]!);
    return { index, signingKey, ...createNoncePair({ signingKey, sessionId, attempt: 0 }, { random }) };
  });
  const signers = own.map(({ index, signingKey, commitment }) => ({ index, publicKey: signingKey.publicKey, ...commitment }));
  const prepared = prepareSession({ sessionId, attempt: 0, message, setHash: new Uint8Array(32), signers });
  const partials = own.map(({ index, signingKey, pair }) => signPartial({ prepared, ownIndex: index, signingKey, pair }));
  const { s, commitment, rx, ryParity } = sumPartials(prepared, partials);
  const answer: FlatRoundResult = {
    status: 'completed',
    data: {
      feedId: toHex(feedId),
      value: formatExact(value),
      valuePacked: toHex(value),
      timestamp: timestampSeconds,
      observedAt: times.observedAtMs,
      registryVersion: 1,
      signaturesRequired: 2,
      configHash: toHex(sourceId),
      signersBitmap: toHex(signersBitmap(SIGNERS)),
      s: toHex(s),
      rx: toHex(rx),
      ryParity,
      commitmentAddr: toHex(commitment),
      fresh: true,
    },
  };
  const registry = {
    version: 1n,
    redundancyBuffer: 1,
    minSigners: 2,
    active: 3,
    createdAt: 0n,
    acceptUntil: 2n ** 63n - 1n,
    keys: secrets.map(publicKeyOf),
  };
  return { answer, round, deploymentId, registry };
}

describe('judging an answer', () => {
  it('names who signed, and what', () => {
    const checked = checkDemoAnswer(signedAnswer());
    expect(checked.signers).toEqual(SIGNERS);
    expect(checked.message).toHaveLength(32);
  });

  it("fails for another value, another owner's round, another time and another registry", () => {
    const good = signedAnswer();
    const other = signedAnswer();
    const late = { ...good.round, timestampSeconds: other.round.timestampSeconds + 1 } as typeof good.round;
    const changed = { ...good.answer, data: { ...good.answer.data, valuePacked: toHex(packExact(parseDecimal('64628.32'))) } };
    for (const bad of [{ answer: changed }, { round: other.round }, { round: late }, { deploymentId: other.deploymentId }]) {
      expect(() => checkDemoAnswer({ ...good, ...bad })).toThrow(DemoFailure);
    }
    const [first, , third] = good.registry.keys;
    expect(() => checkDemoAnswer({ ...good, registry: { ...good.registry, keys: [first!, third!, publicKeyOf(secrets[1]!)] } })).toThrow(
      DemoFailure,
    );
  });
});
