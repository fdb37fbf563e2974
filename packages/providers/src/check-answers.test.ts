import { describe, expect, it } from 'vitest';
import { BUILT_IN_PROVIDERS, builtInProvider } from './built-in.js';
import { checkAnswers } from './check-answers.js';
import { builtInAnswers } from './fixtures/index.js';
import type { FeedAnswers } from './feed-answers.js';
import type { Provider } from './provider.js';

function described(id: string): { readonly provider: Provider; readonly answers: FeedAnswers } {
  const [provider, answers] = [builtInProvider(id), builtInAnswers(id)];
  if (provider === null || answers === null) throw new Error(`${id} is not described`);
  return { provider, answers };
}

describe('checkAnswers', () => {
  it.each(BUILT_IN_PROVIDERS.filter((id) => builtInAnswers(id) !== null))('%s: each feed finds its value in its answer', (id) => {
    const { provider, answers } = described(id);
    expect(checkAnswers(provider, answers)).toEqual([]);
  });

  it('tells each feed of tolerance mode whose source answers from a cache with an older answer than it takes', () => {
    const { provider, answers } = described('coingecko');
    const at = (seconds: number) =>
      checkAnswers(provider, { ...answers, cache: { ...answers.cache!, seconds } }).map(({ message }) => message);
    expect(at(30)).toEqual([]);
    expect(at(31)).toHaveLength(8);
    expect(at(31)[0]).toBe('flows[0].feeds[0].apiConfig.aggregation.maxAgeMs: must be at least 31000, the age of answers from the cache');
    const { provider: exact, answers: ofExact } = described('frankfurter');
    expect(checkAnswers(exact, { ...ofExact, cache: { ...answers.cache!, seconds: 86_400 } })).toEqual([]);
  });

  it('no index takes a younger answer than the cache of a source of it has', () => {
    const caches = BUILT_IN_PROVIDERS.flatMap((id) => {
      const seconds = builtInAnswers(id)?.cache?.seconds ?? 0;
      return (builtInProvider(id)?.flows ?? []).map(({ baseUrl }) => [new URL(baseUrl).origin, seconds * 1_000] as const);
    });
    const ages = new Map(caches);
    for (const { apiConfigs, combine } of builtInProvider('index')?.indices ?? [])
      for (const { url } of apiConfigs) expect(combine.maxAgeMs).toBeGreaterThanOrEqual(ages.get(new URL(url).origin)!);
  });

  it('knows an answer by the body that was sent', () => {
    const { provider, answers } = described('solana');
    const changed = { ...answers, answers: answers.answers.map((answer) => ({ ...answer, request: '{}' })) };
    expect(checkAnswers(provider, changed).map(({ message }) => message)).toContain(
      'answers[0].feed: must be a feed of the provider, with the url of its apiConfig',
    );
  });

  it('tells all that does not fit', () => {
    const { provider, answers } = described('coinbase');
    const [bitcoin, ether] = answers.answers;
    const changed = {
      ...answers,
      answers: [
        { ...bitcoin!, body: { data: {} } },
        { ...ether!, value: '1' },
        { ...ether!, feed: 'other' },
      ],
    };
    expect(checkAnswers(provider, changed).map(({ message }) => message)).toEqual([
      'answers[0].body: must hold what the feed selects: nothing_selected',
      'answers[1].value: must be what the feed finds in the body, 3124.505',
      'answers[2].feed: must be a feed of the provider, with the url of its apiConfig',
      'answers: must hold an answer of the feed sol-usd at https://api.coinbase.com/v2/prices/SOL-USD/spot',
    ]);
  });
});
