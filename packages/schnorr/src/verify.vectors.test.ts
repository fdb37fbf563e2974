import { describe, expect, it } from 'vitest';
import own from '@oracle-gateway/vectors/schnorr-signature.json' with { type: 'json' };
import scribe from '@oracle-gateway/vectors/scribe-schnorr.json' with { type: 'json' };
import { hex } from '../tests/bytes.js';
import { verifyBackends } from '../tests/verify-backends.js';
import { challenge } from './challenge.js';
import { commitmentAddress } from './commitment.js';

const scribeCases = [
  ...scribe.positive.map(({ aggPubKey, ...rest }) => ({ ...rest, key: aggPubKey })),
  ...scribe.negative.map(({ pubKey, ...rest }) => ({ ...rest, key: pubKey })),
].map(({ name, key, message, signature, commitment, expected }) => ({
  name,
  expected,
  input: { publicKey: hex(key.x + key.y), message: hex(message), s: hex(signature), commitment: hex(commitment) },
}));

const ownCases = own.vectors.map(({ name, publicKey, message, s, commitment, valid }) => ({
  name,
  expected: valid,
  input: { publicKey: hex(publicKey), message: hex(message), s: hex(s), commitment: hex(commitment) },
}));

describe.each(verifyBackends)('%s', (_backend, verify) => {
  it.each(scribeCases)("agrees with Chronicle's contract: $name", ({ input, expected }) => {
    expect(verify(input)).toBe(expected);
  });

  it.each(ownCases)('agrees with the definition: $name', ({ input, expected }) => {
    expect(verify(input)).toBe(expected);
  });
});

describe('the vectors themselves', () => {
  it('hold the 64 verdicts of the contract, 45 accepted', () => {
    expect(scribeCases).toHaveLength(64);
    expect(scribeCases.filter(({ expected }) => expected)).toHaveLength(45);
  });

  it.each(scribe.positive)('give challenge and commitment: $name', ({ aggPubKey, message, commitment, R, challenge: e }) => {
    const publicKey = hex(aggPubKey.x + aggPubKey.y);
    expect(challenge({ publicKey, message: hex(message), commitment: hex(commitment) })).toBe(BigInt(`0x${e}`));
    expect(R.yParity).toBeOneOf([0, 1]);
  });
});

describe('commitmentAddress', () => {
  it.each(scribe.positive[0]?.pubKeys ?? [])('is the Ethereum address of a point: $address', ({ x, y, address }) => {
    expect(commitmentAddress(hex(x + y))).toEqual(hex(address));
  });
});
