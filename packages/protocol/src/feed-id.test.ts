import { describe, expect, it } from 'vitest';
import { deriveFeedId, NO_OWNER } from './feed-id.js';
import type { SourceId } from './source-id.js';

const sourceId = new Uint8Array(32).fill(1) as Uint8Array as SourceId;

describe('deriveFeedId', () => {
  it.each([-1, 256, 1.5, Number.NaN])('refuses a quorum of %d, which one byte cannot hold', (signaturesRequired) => {
    expect(() => deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired })).toThrow(RangeError);
  });

  it('refuses a source id of another width, which would shift the quorum', () => {
    expect(() => deriveFeedId({ owner: NO_OWNER, sourceId: sourceId.subarray(1) as SourceId, signaturesRequired: 3 })).toThrow(TypeError);
  });
});
