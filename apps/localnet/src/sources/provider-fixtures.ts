import { CREDENTIAL_PLACEHOLDER, type FeedAnswer } from '@oracle-gateway/providers';
import { PROVIDER_FIXTURES } from '@oracle-gateway/providers/fixtures';

import type { Paywall } from './paywall.js';
import { json, NOT_FOUND, type Source, type SampleAnswer } from './source.js';

const KEY_HEADER = 'x-cg-pro-api-key';

export interface FixturesInput {
  readonly apiKey: string;
  readonly paywall: Paywall | null;
  /** Default: those of the catalogue. */
  readonly fixtures?: readonly Pick<FeedAnswer, 'url' | 'request' | 'body'>[];
}

/**
 * Answers for every provider of the catalogue, chosen by the Host header. Keyed providers require `apiKey`, in a header or in the query; paid
 * routes a payment.
 */
export function providerFixtures({ apiKey, paywall, fixtures = PROVIDER_FIXTURES }: FixturesInput): Source {
  const withKey = (url: string): URL => new URL(url.replaceAll(CREDENTIAL_PLACEHOLDER, encodeURIComponent(apiKey)));
  const answers = new Map(fixtures.map(({ url, request = '', body }) => [keyOf(withKey(url), request), json(body)]));
  return ({ path, query, headers, body }) => {
    const host = headers.host ?? '';
    const answer = answers.get(keyOf({ host, pathname: path, searchParams: query }, body));
    if (answer === undefined) return NOT_FOUND;
    if (path.includes('/x402/')) return paid(answer, headers['payment-signature'], `https://${host}${path}`, paywall);
    if (host === 'pro-api.coingecko.com' && headers[KEY_HEADER] !== apiKey) return json({ error: 'no such key' }, 401);
    return answer;
  };
}

/** The origins of the catalogue's sources. */
export const PROVIDER_ORIGINS: readonly string[] = [...new Set(PROVIDER_FIXTURES.map(({ url }) => new URL(url).origin))];

function keyOf({ host, pathname, searchParams }: Pick<URL, 'host' | 'pathname' | 'searchParams'>, body: string): string {
  return `${host}${pathname}?${searchParams.toString()} ${body}`;
}

function paid(sold: SampleAnswer, header: string | string[] | undefined, resourceUrl: string, paywall: Paywall | null): ReturnType<Source> {
  if (paywall === null) return NOT_FOUND;
  return paywall.charge({ header: Array.isArray(header) ? header[0] : header, resourceUrl, sold });
}
