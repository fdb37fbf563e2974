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
