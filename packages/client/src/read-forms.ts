import { memberOf, membersOf } from './json.js';
import type { Providers, RoundsPage, RoundStatus } from './reads.js';

// The gateway's word about itself goes to the caller as it came. Only what this package reads is looked at.

export function hasMembers<T extends object>(data: unknown): data is T {
  return membersOf(data) !== undefined;
}

export function hasProviders(data: unknown): data is { readonly providers: Providers } {
  return Array.isArray(memberOf(data, 'providers'));
}

export function isRoundsPage(data: unknown): data is RoundsPage {
  const next = memberOf(data, 'next');
  return Array.isArray(memberOf(data, 'rounds')) && (next === null || typeof next === 'string');
}

export function isRoundStatus(data: unknown): data is RoundStatus {
  return typeof memberOf(data, 'roundId') === 'string' && typeof memberOf(data, 'state') === 'string';
}
