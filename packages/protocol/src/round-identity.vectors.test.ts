import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/program-address.json' with { type: 'json' };
import { formatAddress, parseAddress, toAddress } from './address.js';
import { fromHex } from './hex.js';
import { roundAddress, roundAddressBump, roundIdBytes, roundIdFrom, roundIdOf } from './round-identity.js';
import type { SourceId } from './source-id.js';
import { unixSeconds } from './units.js';
import { x402RoundIdOf } from './x402-round-identity.js';

const rounds = file.vectors.filter((vector) => vector.kind === 'round');

describe('round address', () => {
  it.each(rounds)('of $timestampSeconds matches the vector', (vector) => {
    const round = {
      programId: parseAddress(vector.programId!),
      feedOwner: toAddress(fromHex(vector.consumerAuthority!)),
      sourceId: fromHex(vector.sourceId!) as SourceId,
      signaturesRequired: vector.signaturesRequired!,
      timestampSeconds: unixSeconds(vector.timestampSeconds!),
    };
    const address = roundAddress(round);
    expect(formatAddress(address)).toBe(vector.address);
    expect(roundAddressBump(address, round)).toBe(vector.bump);
    expect(roundIdOf(address)).toBe(vector.address);
  });
});

describe('the bytes of a round id', () => {
  it.each([
    ['a receipt', roundIdOf(parseAddress('11111111111111111111111111111112')), 32],
    ['a round that is paid per request', x402RoundIdOf(new Uint8Array(16).fill(7)), 16],
  ])('of %s are read back as the id', (_of, roundId, length) => {
    expect(roundIdBytes(roundId)).toHaveLength(length);
    expect(roundIdFrom(roundIdBytes(roundId))).toBe(roundId);
  });
});
