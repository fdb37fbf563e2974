import { formatValue, packValue, readNumber, SelectionError, ValueError } from '@oracle-gateway/protocol';
import { StepError } from '@oracle-gateway/protocol/internal';
import { tellRepeated } from './repeated-names.js';
import { BrokenRules } from './broken-rules.js';
import { ProviderError } from './provider-error.js';
import type { FeedAnswers } from './feed-answers.js';
import type { Provider, ProviderFeed } from './provider.js';

/** Tries the selector of each feed on its answer, as a node does, and tells every rule that an answer or its age breaks. */
export function checkAnswers({ flows }: Pick<Provider, 'flows'>, { answers, cache }: FeedAnswers): readonly ProviderError[] {
  const faults = new BrokenRules();
  const oldestMs = (cache?.seconds ?? 0) * 1_000;
  flows.forEach((flow, place) => {
    flow.feeds.forEach(({ apiConfig: { aggregation } }, index) => {
      if (aggregation !== undefined && aggregation.maxAgeMs < oldestMs)
        faults.add(
          `flows[${place}].feeds[${index}].apiConfig.aggregation.maxAgeMs`,
          `must be at least ${oldestMs}, the age of answers from the cache`,
        );
    });
  });
  const feeds = new Map(
    flows.flatMap((flow) => flow.feeds.map((feed) => [keyOf(feed.id, feed.apiConfig.url, feed.apiConfig.body), feed] as const)),
  );
  tellRepeated({ names: answers.map(({ feed, url }) => keyOf(feed, url)), field: 'answers', member: 'feed' }, faults);
  answers.forEach(({ feed: id, url, request, value, body }, position) => {
    const field = `answers[${position}]`;
    const feed = feeds.get(keyOf(id, url, request));
    if (feed === undefined) {
      faults.add(`${field}.feed`, 'must be a feed of the provider, with the url of its apiConfig');
      return;
    }
    const found = faults.gather(() => valueOf(feed, body, `${field}.body`));
    if (found !== undefined && found !== value) faults.add(`${field}.value`, `must be what the feed finds in the body, ${found}`);
    feeds.delete(keyOf(id, url, request));
  });
  for (const { id, apiConfig } of feeds.values()) faults.add('answers', `must hold an answer of the feed ${id} at ${apiConfig.url}`);
  return faults.found;
}

function keyOf(feed: string, url: string, request = ''): string {
  return `${feed} ${url} ${request}`;
}

/** `data.value` of a round whose source answers with this body. @throws ProviderError */
function valueOf({ apiConfig }: Pick<ProviderFeed, 'apiConfig'>, body: unknown, field: string): string {
  try {
    const number = readNumber(new TextEncoder().encode(JSON.stringify(body)), apiConfig);
    return formatValue(packValue(number, apiConfig.aggregation), apiConfig.aggregation);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new ProviderError(field, `must hold what the feed selects: ${reason}`);
  }
}

/** Undefined for what is no failure of an observation. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof StepError) return error.rule;
  return error instanceof SelectionError || error instanceof ValueError ? error.reason : undefined;
}
