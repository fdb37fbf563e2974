import { describe, expect, it } from 'vitest';
import { etagOf, namesTag } from './etag.js';

describe('an entity tag', () => {
  const etag = etagOf('content');

  it('is the same for the same content alone', () => {
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(etagOf(Buffer.from('content'))).toBe(etag);
    expect(etagOf('other')).not.toBe(etag);
  });

  it.each([etag, `W/${etag}`, `"other", ${etag}`, '*'])('is named by %s', (header) => {
    expect(namesTag(header, etag)).toBe(true);
  });

  it.each([undefined, '', '"other"', etag.slice(1, -1)])('is not named by %s', (header) => {
    expect(namesTag(header, etag)).toBe(false);
  });
});
