import { deriveDeploymentId, deriveFeedId, fromHex, NO_OWNER, parseAddress, type SourceId, toHex, toForm } from '@oracle-gateway/protocol';
import { decodeRegistry } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import results from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { evmRoundOf, hintOf } from './evm-answer.js';
import { readResult } from './read-result.js';

const registry = decodeRegistry(Uint8Array.from(Buffer.from(results.registryAccount, 'base64')));
const deploymentId = deriveDeploymentId({ programId: parseAddress(results.programId), network: results.network });
const { data } = results.result;

function reasonOf(changes: object): unknown {
  try {
    evmRoundOf({ result: { status: 'completed', data: { ...data, ...changes } }, registry, deploymentId });
    return null;
  } catch (error) {
    return error;
  }
}

describe('evmRoundOf', () => {
  it('takes the answer as it is', () => {
    expect(reasonOf({})).toBeNull();
  });

  it.each([
    ['value', { valuePacked: `0x${'00'.repeat(32)}` }, 'signature'],
    ['time', { timestamp: data.timestamp + 1 }, 'signature'],
    ['stamp', { observedAt: data.observedAt + 1 }, 'signature'],
    ['feed', { feedId: data.configHash }, 'signature'],
    ['registry version', { registryVersion: 4 }, 'registry_version'],
    ['signers', { signersBitmap: `0x${'00'.repeat(31)}0d` }, 'unknown_signer'],
  ])('refuses another %s than was signed', (_, changes, reason) => {
    expect(reasonOf(changes)).toMatchObject({ name: 'EvmAnswerError', reason });
  });

  it.each([
    ['valuePacked', '0x00'],
    ['s', 'zz'.repeat(32)],
    ['commitmentAddr', 5],
    ['timestamp', 1.5],
    ['timestamp', 2 ** 53],
    ['observedAt', undefined],
    ['registryVersion', '3'],
    ['signaturesRequired', 256],
    ['signersBitmap', undefined],
  ])('names a malformed %s', (member, value) => {
    const error = reasonOf({ [member]: value });
    expect(error).toMatchObject({ name: 'EvmAnswerError', reason: 'malformed' });
    expect(String(error)).toContain(`${member}: must be `);
  });

  it.each([null, 'completed', {}, { status: 'completed' }, { status: 'failed', data }])('refuses %j, which is no answer', (result) => {
    expect(() => evmRoundOf({ result, registry, deploymentId })).toThrow(expect.objectContaining({ reason: 'malformed' }));
  });

  it('refuses the answer of a source as one of an index', () => {
    const asIndex = () => evmRoundOf({ result: results.result, registry, deploymentId, form: toForm(3) });
    expect(asIndex).toThrow(expect.objectContaining({ reason: 'signature' }));
  });

  it('has no hint for keys that meet', () => {
    const key = registry.keys[0]!;
    expect(() => hintOf([key, key])).toThrow(expect.objectContaining({ reason: 'no_sum' }));
    expect(() => hintOf([])).toThrow(expect.objectContaining({ reason: 'no_sum' }));
  });
});

describe('readResult', () => {
  it('reads a nested answer, whose feed has no owner', () => {
    const sourceId = fromHex(data.configHash) as SourceId;
    const payload = {
      value: data.valuePacked,
      sourceId: data.configHash,
      registryVersion: 3,
      signaturesRequired: 3,
      timestamp: data.timestamp * 1000,
      observedAt: data.observedAt,
    };
    const signature = { signature: data.s, commitment: data.commitmentAddr, signersBitmap: data.signersBitmap };
    const nested = readResult({ status: 'completed', data: { attestation: { payload, signature }, value: data.value } });
    expect({ ...nested, feedId: toHex(nested.feedId) }).toEqual({
      ...readResult(results.result),
      feedId: toHex(deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired: 3 })),
    });
  });
});
