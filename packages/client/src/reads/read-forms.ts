import { integerOf, memberOf, textOf } from '../base/json.js';
import type { FeedRoundsPage, Info, Nodes, ListedProvider, Providers, Quota, RoundsPage, RoundStatus, WrittenUsage } from './reads.js';

// The gateway's word about itself goes to the caller as it came. These check what tells one answer from another, and at what this package reads.

type Is = (value: unknown) => boolean;

/** Rounds of the largest page. */
const MAX_ROUNDS = 100;
/** The last time that a `Date` holds, unix milliseconds. */
const LAST_TIME_MS = 8_640_000_000_000_000;

const STATUS = { roundId: isText, state: isText };
const SUMMARY = { ...STATUS, createdAt: isTime, reason: orAbsent(isText) };
const FEED_ROUND = {
  ...SUMMARY,
  timestamp: orAbsent(isCount),
  signers: orAbsent(isCount),
  // A decimal, or of a list its 32 bytes.
  value: orAbsent(like(/^(?:-?\d{1,100}(?:\.\d{1,100})?|0x[\da-f]{64})$/)),
};

export const isInfo = form<Info>({ gatewayPda: isText, network: isText });
export const isNodes = form<Nodes>({ nodes: Array.isArray });
export const hasProviders = form<{ readonly providers: Providers }>({ providers: Array.isArray });
export const isProvider = form<ListedProvider>({ id: isText, flows: Array.isArray });
export const isRoundStatus = form<RoundStatus>(STATUS);
export const isRoundsPage = form<RoundsPage>(pageOf(SUMMARY));
/** Tells whether every round of the page also has the form of a feed's. */
export const isFeedRoundsPage = form<FeedRoundsPage>(pageOf(FEED_ROUND));
export const isUsage = form<WrittenUsage>({
  month: like(/^\d{4}-\d\d$/),
  usage: listOf({
    day: like(/^\d{4}-\d\d-\d\d$/),
    path: like(/^[a-z]\w{0,31}$/),
    delegate: orNull(like(/^\w{6,44}$/)),
    rounds: isCount,
    units: isCount,
    amount: like(/^\d{1,20}$/),
  }),
});

/** Tells whether data is the quota of the party that was asked for. */
export function isQuotaOf(member: 'owner' | 'payer', address: string): (data: unknown) => data is Quota {
  return form<Quota>({ [member]: (value) => value === address });
}

/** The form of an object, by those of its members. */
function form<T>(members: { readonly [Name in keyof T]?: Is } & Readonly<Record<string, Is>>): (data: unknown) => data is T {
  return (data): data is T => Object.entries(members).every(([name, is]) => is(memberOf(data, name)));
}

function pageOf(round: Readonly<Record<string, Is>>): Readonly<Record<string, Is>> {
  return { rounds: listOf(round, MAX_ROUNDS), next: orNull(isText) };
}

function listOf(members: Readonly<Record<string, Is>>, most = Infinity): Is {
  return (value) => Array.isArray(value) && value.length <= most && value.every(form(members));
}

function orAbsent(is: Is): Is {
  return (value) => value === undefined || is(value);
}

function orNull(is: Is): Is {
  return (value) => value === null || is(value);
}

function like(pattern: RegExp): Is {
  return (value) => pattern.test(textOf(value) ?? '');
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isCount(value: unknown): boolean {
  return integerOf(value) !== undefined;
}

function isTime(value: unknown): boolean {
  return (integerOf(value) ?? Infinity) <= LAST_TIME_MS;
}
