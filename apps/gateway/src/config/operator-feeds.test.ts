import { createCatalogue, builtInProvider, type Provider } from '@oracle-gateway/providers';
import { describe, expect, it } from 'vitest';
import { readOperatorFeeds } from './operator-feeds.js';

const OWNER = '5bSkQ6eTxtmYN9SpMwSxbdBuArTVy6vxdbQTR2LeLiQ5';
const NO_KEYS = new Map<string, string>();

function provider(id: string): Provider {
  const found = builtInProvider(id);
  if (found === null) throw new Error(`${id} is in the catalogue`);
  return found;
}

const catalogue = createCatalogue([provider('frankfurter'), provider('coinbase')]);

function read(feeds: string[]) {
  return readOperatorFeeds({ enabled: true, feeds, quorum: 3, max_streams: 1, owner: OWNER }, catalogue, NO_KEYS);
}

describe('the feeds that an operator opens', () => {
  it('are one of a provider, or all of it', () => {
    expect(read(['frankfurter/eur-usd'])).toMatchObject([{ signaturesRequired: 3 }]);
    expect(read(['frankfurter'])).toHaveLength(provider('frankfurter').flows[0]?.feeds.length ?? 0);
    expect(read([])).toEqual([]);
  });

  it.each([
    ['of a provider whose terms do not let values be passed on', ['coinbase'], 'redistribution of coinbase is unknown'],
    ['of a provider that is not served', ['nws'], 'public_feeds.feeds[0]'],
    ['that its provider has not', ['frankfurter', 'frankfurter/none'], 'public_feeds.feeds[1]'],
  ])('%s are refused, with the setting', (_which, feeds, words) => {
    expect(() => read(feeds)).toThrow(words);
  });

  it('need the key that owns them', () => {
    expect(() => readOperatorFeeds({ enabled: true, feeds: ['frankfurter'], quorum: 3, max_streams: 1 }, catalogue, NO_KEYS)).toThrow(
      'public_feeds.owner',
    );
  });
});
