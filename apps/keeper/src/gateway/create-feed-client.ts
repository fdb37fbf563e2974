import { type Client, readAnswer, type SourceInput } from '@oracle-gateway/client';
import { fromHex, isList } from '@oracle-gateway/protocol';
import { ruleOf, type Subject } from '@oracle-gateway/protocol/internal';
import type { Bought, BoughtValue, FeedClient, Seen } from '../feeds/feed-client.js';
import { packedNumber } from '../feeds/packed-number.js';
import type { PurchaseAllowance } from './purchase-allowance.js';

/** A client of the gateway whose account asks `purchaseAllowance` before it pays. */
export interface PayingClient {
  readonly client: Pick<Client, 'simulate' | 'simulateValues' | 'round' | 'values' | 'verify' | 'verifyValues'>;
  readonly purchaseAllowance: Pick<PurchaseAllowance, 'during'>;
}

/** Binds clients of the gateway to the quorum of one feed. `clientFor` has one for rounds of so many feeds. */
export function createFeedClient(
  { clientFor }: { readonly clientFor: (feeds: number) => Promise<PayingClient> },
  { quorum }: { readonly quorum: number },
): FeedClient {
  return {
    others: 0,
    async dryRun(subject, signal) {
      const { client } = await clientFor(1);
      if (isList(subject.form)) {
        const { wouldSign, reason } = await client.simulateValues(sourcesOf(subject), { ...LIST_TERMS, quorum, signal });
        return subject.rules.map((rule, place): Seen => {
          const one = wouldSign?.values[place] ?? { reason: reason ?? NO_VALUE };
          return 'reason' in one ? { value: null, reason: one.reason.code } : { value: packedNumber(fromHex(one.valuePacked, 32), rule) };
        });
      }
      const { wouldSign, reason = NO_VALUE } = await client.simulate(askedFor(subject), { quorum, signal });
      if (wouldSign === null) return [{ value: null, reason: reason.code }];
      return [{ value: packedNumber(fromHex(wouldSign.valuePacked, 32), ruleOf(subject)) }];
    },
    async buy(subject, { resume, onIdempotencyKey, take, signal }) {
      const { client, purchaseAllowance } = await clientFor(isList(subject.form) ? subject.sources.length : 1);
      const options = { quorum, signal, onIdempotencyKey, ...(resume === null ? {} : { resume }) };
      const { answer } = await purchaseAllowance.during<{ readonly answer: unknown }>(take, () =>
        isList(subject.form) ? client.values(sourcesOf(subject), { ...LIST_TERMS, ...options }) : client.round(askedFor(subject), options),
      );
      return boughtOf(answer);
    },
    async verify(subject, answer, signal) {
      const { client } = await clientFor(1);
      if (isList(subject.form)) await client.verifyValues(answer, { sources: sourcesOf(subject), ...LIST_TERMS, quorum }, { signal });
      else await client.verify(answer, { source: askedFor(subject), quorum }, { signal });
      return boughtOf(answer);
    },
  };
}

const NO_VALUE = { code: 'no_value' };
/** A source that fails leaves the others their values. */
const LIST_TERMS = { minValues: 1 } as const;

/** Prices of one round of a subject, by the name of the path. */
export async function pricesOf(
  client: Pick<Client, 'simulate' | 'simulateValues'>,
  subject: Subject,
  quorum: number,
): Promise<Readonly<Record<string, string>>> {
  const { prices } = isList(subject.form)
    ? await client.simulateValues(sourcesOf(subject), { ...LIST_TERMS, quorum })
    : await client.simulate(askedFor(subject), { quorum });
  return prices;
}

/** A source or an index as the client takes it. */
function askedFor(subject: Subject): SourceInput {
  const { combine } = subject;
  const apiConfigs = sourcesOf(subject);
  if (combine !== undefined) return { apiConfigs, combine };
  const [only] = apiConfigs;
  if (only === undefined || apiConfigs.length > 1) throw new TypeError('a list is asked for by its sources');
  return only;
}

function sourcesOf({ sources }: Subject) {
  return sources.map(({ apiConfig }) => apiConfig);
}

/** The values of a verified answer. */
function boughtOf(answer: unknown): Bought {
  const attestation = readAnswer(answer);
  const { value, valuePacked, values } = attestation;
  if (values === undefined) return { answer, values: [{ value, packed: valuePacked }], attestation };
  return {
    answer,
    values: values.map((one): BoughtValue =>
      one.value === null ? { value: null, reason: one.reason.code } : { value: one.value, packed: one.valuePacked },
    ),
    attestation,
  };
}
