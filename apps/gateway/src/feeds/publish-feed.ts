import type { operations, PublishFeedRequest } from '@oracle-gateway/gateway-api';
import type { PublishedSource } from '@oracle-gateway/gateway-api/internal';
import { parsePublishFeedRequest } from '@oracle-gateway/gateway-api/parsers';
import { type FeedStore, MAX_FEEDS_OF_OWNER, MAX_PUBLIC_FEEDS, type PublishOutcome } from '@oracle-gateway/outbox';
import {
  type Address,
  deriveFeedId,
  type FeedId,
  feedPublicationMessage,
  formatAddress,
  secretNames,
  toHex,
  unixSeconds,
  type VerifyEd25519,
  isList,
} from '@oracle-gateway/protocol';
import { type Subject, subjectMembers } from '@oracle-gateway/protocol/internal';
import type { Catalogue } from '@oracle-gateway/providers';
import { readAddress, readRequestBody, readRequestSignature } from '../admission/request-body.js';
import type { SubjectReader } from '../admission/requested-subject.js';
import type { RecordReads } from '../answers/record-reads.js';
import { feedList } from '../answers/stored-answer.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import { READ_LIFE_SECONDS } from '../sessions/reader-credential.js';
import { ofStore, type PublicFeeds } from './public-feeds.js';
import { requireFeedId } from './require-feed.js';

export interface PublishFeedDeps {
  readonly store: Pick<FeedStore, 'publish'>;
  readonly feeds: Pick<PublicFeeds, 'changed'>;
  readonly subjects: Pick<SubjectReader, 'readSubject'>;
  readonly records: Pick<RecordReads, 'listed'>;
  readonly catalogue: Catalogue;
  readonly verifySignature: VerifyEd25519;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly nowMs: () => number;
}

/** POST /v1/feeds/{feedId}/publication: the owner of a feed shows it to every reader, or no longer. */
export function publishFeed(deps: PublishFeedDeps): Endpoint<typeof operations.publishFeed> {
  return async (request) => {
    const named = requireFeedId(request);
    const body = readRequestBody(request.body, parsePublishFeedRequest);
    const { action, timestamp, signaturesRequired } = body;
    const owner = readAddress(body.owner, 'owner');
    const subject = readFeedSubject(body, deps);
    const feedId = deriveFeedId({ owner, sourceId: subject.sourceId, signaturesRequired });
    if (toHex(feedId) !== named) throw invalid('feedId: must be the feed of owner, source and signaturesRequired');
    requireSigned(body, { feedId, owner }, deps);
    if (action === 'open') await requirePublishable(named, subject, deps);
    const source = action === 'open' ? JSON.stringify(publishedSource(subject, signaturesRequired, deps)) : null;
    const publication = { feedId: named, owner: formatAddress(owner), openedBy: 'owner', atSeconds: timestamp, source } as const;
    requireTaken(await ofStore(deps.store.publish(publication)));
    await ofStore(deps.feeds.changed());
    return { status: 200, body: { status: 'ok', data: { feedId: named, action, timestamp } } };
  };
}

/** The source of a feed as it is kept. */
export function publishedSource(
  subject: Subject,
  signaturesRequired: number,
  { catalogue }: { readonly catalogue: Catalogue },
): PublishedSource {
  const feed = catalogue.nameOf(toHex(subject.sourceId));
  return { ...(feed === null ? {} : { feed }), signaturesRequired, ...subjectMembers(subject) } as PublishedSource;
}

/** The source of a feed. One that names secrets is refused before a bundle is asked for. */
function readFeedSubject({ apiConfig, apiConfigs, combine }: PublishFeedRequest, { subjects }: PublishFeedDeps): Subject {
  const members = {
    ...(apiConfig === undefined ? {} : { apiConfig }),
    ...(apiConfigs === undefined ? {} : { apiConfigs }),
    ...(combine === undefined ? {} : { combine }),
  };
  const subject = subjects.readSubject(members);
  if (isList(subject.form)) throw invalid('combine: must come with apiConfigs; open the feed of each source of a list by itself');
  if (subject.sources.some((source) => secretNames(source.apiConfig).length > 0)) throw refused('its source has secrets');
  return subject;
}

function requireSigned(
  { action, timestamp, signature: text }: PublishFeedRequest,
  { feedId, owner }: { readonly feedId: FeedId; readonly owner: Address },
  { verifySignature, gateway, nowMs }: PublishFeedDeps,
): void {
  if (Math.abs(timestamp - nowMs() / 1_000) > READ_LIFE_SECONDS) {
    throw new GatewayError('publication_invalid', {
      detail: `timestamp: must be within ${READ_LIFE_SECONDS} s of the clock of the gateway`,
    });
  }
  const signature = readRequestSignature(text, 'publication_invalid');
  const message = feedPublicationMessage({ feedId, action, timestampSeconds: unixSeconds(timestamp), gateway });
  if (verifySignature({ signature, message, publicKey: owner })) return;
  throw new GatewayError('publication_invalid', {
    detail: `signature: must be of owner over ${new TextDecoder().decode(message)}`,
  });
}

/** A feed whose rounds its owner has paid for: otherwise keys without any would take all places. */
async function requirePublishable(feedId: string, subject: Subject, { catalogue, records }: PublishFeedDeps): Promise<void> {
  const providers = subject.sources.flatMap(({ apiConfig }) => catalogue.routeOf(apiConfig)?.provider ?? []);
  const forbidding = providers.find(({ redistribution }) => redistribution === 'forbidden');
  if (forbidding !== undefined) throw refused(`${forbidding.name} forbids that its values are passed on`);
  const { rounds } = await records.listed({ name: feedList(feedId), limit: 1 });
  if (rounds.length === 0) throw refused('the feed had no round within the last hour; ask for a value of it first');
}

function requireTaken(outcome: PublishOutcome): void {
  switch (outcome) {
    case 'ok':
      return;
    case 'older':
      throw new GatewayError('publication_older');
    case 'owner_full':
      throw refused(`the owner has opened ${MAX_FEEDS_OF_OWNER} feeds; close one of them first`);
    case 'full':
      throw refused(`${MAX_PUBLIC_FEEDS} feeds are open at this gateway; try again later, or another gateway`);
  }
}

function refused(detail: string): GatewayError {
  return new GatewayError('publication_refused', { detail });
}

function invalid(detail: string): GatewayError {
  return new GatewayError('invalid_request', { detail });
}
