import { createCatalogue, builtInProvider, type Provider } from '@oracle-gateway/providers';
import { describe, expect, it } from 'vitest';
import { readOperatorFeeds } from './operator-feeds.js';

const OWNER = '5bSkQ6eTxtmYN9SpMwSxbdBuArTVy6vxdbQTR2LeLiQ5';
const NO_KEYS = new Set<string>();

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
  it('are one of a provider, or all of it', async () => {
    expect(await read(['frankfurter/eur-usd'])).toMatchObject([{ signaturesRequired: 3 }]);
    expect(await read(['frankfurter'])).toHaveLength(provider('frankfurter').flows[0]?.feeds.length ?? 0);
    expect(await read([])).toEqual([]);
  });

  it.each([
    ['of a provider whose terms do not let values be passed on', ['coinbase'], 'redistribution of coinbase is unknown'],
    ['of a provider that is not served', ['nws'], 'public_feeds.feeds[0]'],
    ['that its provider has not', ['frankfurter', 'frankfurter/none'], 'public_feeds.feeds[1]'],
  ])('%s are refused, with the setting', async (_which, feeds, words) => {
    await expect(read(feeds)).rejects.toThrow(words);
  });

  it('are refused all at once', async () => {
    await expect(read(['nws', 'frankfurter', 'coinbase'])).rejects.toMatchObject({
      faults: [{ key: 'public_feeds.feeds[0]' }, { key: 'public_feeds.feeds[2]' }],
    });
  });

  it('need the key that owns them', async () => {
    const settings = { enabled: true, feeds: ['frankfurter'], quorum: 3, max_streams: 1 };
    await expect(readOperatorFeeds(settings, catalogue, NO_KEYS)).rejects.toThrow('public_feeds.owner');
  });
});
