import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/agent-request-auth.json' with { type: 'json' };
import { toAddress } from './address.js';
import { agentRequestAuthHash } from './agent-request-auth.js';
import { deriveFeedId } from './feed-id.js';
import { fromHex, toHex } from './hex.js';
import type { SourceId } from './source-id.js';
import { unixSeconds } from './units.js';

describe('agent request authorization hash', () => {
  it.each(file.vectors)('of $amount atomic units at $canonicalTimestampSeconds s matches the vector', (vector) => {
    const feedId = deriveFeedId({
      owner: toAddress(fromHex(vector.payer)),
      sourceId: fromHex(vector.sourceId) as SourceId,
      signaturesRequired: vector.signaturesRequired,
    });
    expect(toHex(feedId)).toBe(vector.feedId);
    const hash = agentRequestAuthHash({
      escrow: toAddress(fromHex(vector.escrow)),
      gateway: toAddress(fromHex(vector.gateway)),
      feedId,
      canonicalTimestampSeconds: unixSeconds(vector.canonicalTimestampSeconds),
      amountAtomic: BigInt(vector.amount),
    });
    expect(toHex(hash)).toBe(vector.hash);
  });

  it.each([-1n, 2n ** 64n])('refuses an amount of %s, which has no 64 bits', (amountAtomic) => {
    const key = toAddress(new Uint8Array(32).fill(7));
    const feedId = deriveFeedId({ owner: key, sourceId: new Uint8Array(32) as SourceId, signaturesRequired: 3 });
    const request = { escrow: key, gateway: key, feedId, canonicalTimestampSeconds: unixSeconds(1), amountAtomic };
    expect(() => agentRequestAuthHash(request)).toThrow(RangeError);
  });
});
