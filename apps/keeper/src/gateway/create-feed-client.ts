import { type Client, type Round, readAnswer, type SourceInput } from '@oracle-gateway/client';
import { fromHex, type Subject } from '@oracle-gateway/protocol';
import type { Bought, FeedClient } from '../feeds/feed-client.js';
import { packedNumber } from '../feeds/packed-number.js';
import type { PurchaseAllowance } from './purchase-allowance.js';

export interface FeedClientInput {
  readonly subject: Subject;
  readonly quorum: number;
}

/** Binds a client of the gateway to one feed. The account of the client asks `purchaseAllowance` before it pays. */
export function createFeedClient(
  {
    client,
    purchaseAllowance,
  }: { readonly client: Pick<Client, 'simulate' | 'round' | 'verify'>; readonly purchaseAllowance: Pick<PurchaseAllowance, 'during'> },
  { subject, quorum }: FeedClientInput,
): FeedClient {
  const source = askedFor(subject);
  return {
    async dryRun(signal) {
      const { wouldSign, reason } = await client.simulate(source, { quorum, signal });
      if (wouldSign === null) return { value: null, reason: reason?.code ?? 'no_value' };
      return { value: packedNumber(fromHex(wouldSign.valuePacked, 32), subject) };
    },
    async buy({ resume, onIdempotencyKey, take, signal }) {
      const named = resume === null ? {} : { resume };
      const round: Round = await purchaseAllowance.during(take, () => client.round(source, { quorum, signal, onIdempotencyKey, ...named }));
      return boughtOf(round.answer, round.value);
    },
    async verify(answer, signal) {
      const { value } = await client.verify(answer, { source, quorum }, { signal });
      return boughtOf(answer, value);
    },
  };
}

/** A source or an index as the client takes it. */
export function askedFor({ sources, combine }: Subject): SourceInput {
  const [only] = sources;
  if (combine !== undefined) return { apiConfigs: sources.map(({ apiConfig }) => apiConfig), combine };
  if (only === undefined || sources.length > 1) throw new TypeError('a list is no feed');
  return only.apiConfig;
}

function boughtOf(answer: unknown, value: string): Bought {
  return { answer, value, attestation: readAnswer(answer) };
}
