import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/feed-id.json' with { type: 'json' };
import { toAddress } from './address.js';
import { deriveFeedId, NO_OWNER } from './feed-id.js';
import { fromHex, toHex } from './hex.js';
import type { SourceId } from './source-id.js';

describe('feed id', () => {
  it.each(file.vectors)('of a quorum of $signaturesRequired matches the vector', (vector) => {
    const feedId = deriveFeedId({
      owner: toAddress(fromHex(vector.owner)),
      sourceId: fromHex(vector.sourceId) as SourceId,
      signaturesRequired: vector.signaturesRequired,
    });
    expect(toHex(feedId)).toBe(vector.hash);
  });

  it('of no owner hashes 32 zero bytes', () => {
    expect(file.vectors.map((vector) => vector.owner)).toContain(toHex(NO_OWNER));
  });
});
