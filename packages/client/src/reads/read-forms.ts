import { integerOf, memberOf, membersOf, textOf } from '../base/json.js';
import type { FeedRoundsPage, Info, Nodes, ListedProvider, Providers, Quota, RoundsPage, RoundStatus } from './reads.js';

// The gateway's word about itself goes to the caller as it came. These check what tells one answer from another, and at what this package reads.

/** Rounds of the largest page. */
const MAX_ROUNDS = 100;
/** The last time that a `Date` holds, unix milliseconds. */
const LAST_TIME_MS = 8_640_000_000_000_000;
/** A decimal, or of a list its 32 bytes. */
const VALUE = /^(?:-?\d{1,100}(?:\.\d{1,100})?|0x[\da-f]{64})$/;

export function isInfo(data: unknown): data is Info {
  return isText(memberOf(data, 'gatewayPda')) && isText(memberOf(data, 'network'));
}

export function isNodes(data: unknown): data is Nodes {
  return Array.isArray(memberOf(data, 'nodes'));
}

export function hasProviders(data: unknown): data is { readonly providers: Providers } {
  return Array.isArray(memberOf(data, 'providers'));
}

export function isProvider(data: unknown): data is ListedProvider {
  return isText(memberOf(data, 'id')) && Array.isArray(memberOf(data, 'flows'));
}

export function isRoundsPage(data: unknown): data is RoundsPage {
  const next = memberOf(data, 'next');
  const rounds = memberOf(data, 'rounds');
  return Array.isArray(rounds) && rounds.length <= MAX_ROUNDS && rounds.every(isRoundSummary) && (next === null || isText(next));
}

/** Tells whether every round of the page also has a value and a second. */
export function isFeedRoundsPage(data: unknown): data is FeedRoundsPage {
  return isRoundsPage(data) && data.rounds.every(isFeedRound);
}

/** Tells whether data is the quota of the party that was asked for. */
export function isQuotaOf(member: 'owner' | 'payer', address: string): (data: unknown) => data is Quota {
  return (data): data is Quota => membersOf(data) !== undefined && memberOf(data, member) === address;
}

function isRoundSummary(round: unknown): boolean {
  const createdAt = integerOf(memberOf(round, 'createdAt'));
  const reason = memberOf(round, 'reason');
  return isRoundStatus(round) && createdAt !== undefined && createdAt <= LAST_TIME_MS && (reason === undefined || isText(reason));
}

function isFeedRound(round: unknown): boolean {
  const [timestamp, value, signers] = ['timestamp', 'value', 'signers'].map((name) => memberOf(round, name));
  const isInteger = (number: unknown): boolean => number === undefined || integerOf(number) !== undefined;
  return isInteger(timestamp) && isInteger(signers) && (value === undefined || VALUE.test(textOf(value) ?? ''));
}

export function isRoundStatus(data: unknown): data is RoundStatus {
  return isText(memberOf(data, 'roundId')) && isText(memberOf(data, 'state'));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
