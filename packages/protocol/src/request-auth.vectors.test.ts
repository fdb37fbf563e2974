import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/request-auth.json' with { type: 'json' };
import type { FeedId } from './feed-id.js';
import { fromHex, toHex } from './hex.js';
import { requestAuthHash } from './request-auth.js';
import { unixSeconds } from './units.js';

describe('request authorization hash', () => {
  it.each(file.vectors)('at $timestampSeconds s matches the vector', (vector) => {
    const hash = requestAuthHash({ feedId: fromHex(vector.feedId) as FeedId, timestampSeconds: unixSeconds(vector.timestampSeconds) });
    expect(toHex(hash)).toBe(vector.hash);
  });
});
