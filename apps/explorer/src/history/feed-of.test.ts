import { deriveFeedId, deriveSourceId, parseAddress, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { feedOf } from './feed-of.js';

const owner = '11111111111111111111111111111112';
const sourceId = deriveSourceId(parseApiConfig({ url: 'https://a.example/', method: 'GET' }));

it('is the feed that the nodes sign for', () => {
  expect(feedOf({ owner, sourceId, quorum: 3 })).toBe(toHex(deriveFeedId({ owner: parseAddress(owner), sourceId, signaturesRequired: 3 })));
});

it('is undefined for what no node would sign', () => {
  expect(feedOf({ owner: 'abc', sourceId, quorum: 3 })).toBeUndefined();
  expect(feedOf({ owner, sourceId, quorum: 1_000 })).toBeUndefined();
});
