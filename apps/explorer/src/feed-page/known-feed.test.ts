import { toHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import type { Feed } from '../catalogue/feeds.js';
import type { OpenFeed } from '../feeds/public-feeds.js';
import { readSubject } from '../source/asked.js';
import { knownFeed } from './known-feed.js';

const source = { url: 'https://a.example/price', method: 'GET', responseParser: '$.price' };
const subject = readSubject(source);
const id = `0x${'ab'.repeat(32)}`;
const shown = { unit: 'USD', displayDecimals: 2, names: [], disclosure: '', docsUrl: '', termsUrl: '', assetClass: 'crypto' };
const listed: Feed = { key: 'a/one', title: 'One', provider: 'A', source, quorum: 2, sourceId: toHex(subject.sourceId), ...shown };
const open: OpenFeed = { feedId: id, key: undefined, isOperators: true, subject, quorum: 3, latest: undefined, trend: [] };

describe('the feed of a name', () => {
  it('is not told to be missing while it may still come', () => {
    expect(knownFeed({ name: 'a/one', feeds: undefined, open: undefined })).toBeUndefined();
    expect(knownFeed({ name: 'a/two', feeds: [listed], open: undefined })).toBeUndefined();
    expect(knownFeed({ name: id, feeds: undefined, open: [] })).toBeUndefined();
    expect(knownFeed({ name: 'a/two', feeds: [listed], open: [] })).toBeNull();
    expect(knownFeed({ name: id, feeds: [listed], open: [] })).toBeNull();
  });

  it('is settled only once both lists are there, so that no button asks for another quorum', () => {
    expect(knownFeed({ name: 'a/one', feeds: [listed], open: undefined })).toBeUndefined();
    expect(knownFeed({ name: 'a/one', feeds: [listed], open: [] })).toMatchObject({ quorum: 2, open: undefined, title: 'One' });
    expect(knownFeed({ name: 'a/one', feeds: [listed], open: [{ ...open, key: 'a/one' }] })).toMatchObject({
      quorum: 3,
      listed,
      title: 'One',
    });
  });

  it('is found by its id, with the catalogue’s words where that has its source', () => {
    expect(knownFeed({ name: id, feeds: [listed], open: [open] })).toMatchObject({ title: 'One', open, listed });
    expect(knownFeed({ name: id, feeds: [], open: [open] })).toMatchObject({ title: 'price', source: expect.anything() as object });
  });
});
