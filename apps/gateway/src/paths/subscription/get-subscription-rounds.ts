import { operations, type SubscriptionRoundsAnswer } from '@oracle-gateway/gateway-api';
import { rememberedAddresses } from '@oracle-gateway/ledger';
import { CHARGES, quotaAddress, type RoundRecord, type SettlementPayload } from '@oracle-gateway/outbox';
import { type Address, deriveFeedId, formatAddress, toHex } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { readAddress } from '../../admission/request-body.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { Endpoint } from '../../http/endpoint.js';
import { queryOf } from '../../http/read-query.js';
import type { PathPorts } from '../path-ports.js';
import { readRoundPage } from '../../answers/round-page.js';
import { ownerList } from './admission.js';

type Listed = SubscriptionRoundsAnswer['data']['rounds'][number];

const readQuery = queryOf(operations.getSubscriptionRounds);

/** GET /v1/subscription/{owner}/rounds: what an owner and its delegates have asked for lately, for their books. */
export function getSubscriptionRounds(ports: PathPorts): Endpoint<typeof operations.getSubscriptionRounds> {
  return async ({ path, query }) => {
    const owner = readAddress(path['owner'] ?? '', 'owner');
    const { consumerAuthority, ...asked } = readQuery(query);
    const key = consumerAuthority === undefined ? null : readAddress(consumerAuthority, 'consumerAuthority');
    const page = await readRoundPage(ownerList(owner), asked, ports);
    const isAsked = key === null ? () => true : asksBy(key, owner, ports);
    return { status: 200, body: { status: 'ok', data: { rounds: page.rounds.filter(isAsked).map(shape), next: page.next } } };
  };
}

/** Judges by the units that the round holds: they name the delegate even where nothing was signed. */
function asksBy(key: Address, owner: Address, { deployment: { programId } }: PathPorts): (record: RoundRecord) => boolean {
  if (equalBytes(key, owner)) return (record) => delegateOf(record) === null;
  const delegate = rememberedAddresses.delegate(programId, owner, key);
  return (record) => {
    const asking = delegateOf(record);
    return asking !== null && equalBytes(asking, delegate);
  };
}

/** The delegate account whose rounds it uses too; null: the owner asked. */
function delegateOf({ holds }: RoundRecord): Address | null {
  for (const { quotaKey } of holds) {
    const delegate = quotaAddress(CHARGES.subscription.quotas.ofDelegate, quotaKey);
    if (delegate !== null) return delegate;
  }
  return null;
}

function shape(record: RoundRecord): Listed {
  const { roundId, state, createdAtMs, payload, reason, settlement } = record;
  return {
    roundId,
    state,
    createdAt: createdAtMs,
    isDelegated: delegateOf(record) !== null,
    ...(payload === undefined ? {} : signedTerms(payload)),
    ...(reason === undefined ? {} : { reason }),
    ...(settlement === undefined ? {} : { settlement }),
  };
}

/** The feed is derived: reading it out of a hundred stored answers would take milliseconds of an unauthenticated request. */
function signedTerms({ charge, sourceId, signaturesRequired, timestampSeconds }: SettlementPayload): Partial<Listed> {
  if (charge.kind !== 'subscription') {
    throw new GatewayError('internal', { cause: new Error('a list of subscription rounds names another charge') });
  }
  const { feedOwner } = charge;
  return {
    consumerAuthority: formatAddress(feedOwner),
    timestamp: timestampSeconds,
    signaturesRequired,
    feedId: toHex(deriveFeedId({ owner: feedOwner, sourceId, signaturesRequired })),
  };
}
