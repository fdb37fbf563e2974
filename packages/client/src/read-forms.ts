import { memberOf } from './json.js';
import type { Info, Nodes, Provider, Providers, RoundsPage, RoundStatus } from './reads.js';

// The gateway's word about itself goes to the caller as it came. These look at what tells one answer from another, and at what this package reads.

export function isInfo(data: unknown): data is Info {
  return isText(memberOf(data, 'gatewayPda')) && isText(memberOf(data, 'network'));
}

export function isNodes(data: unknown): data is Nodes {
  return Array.isArray(memberOf(data, 'nodes'));
}

export function hasProviders(data: unknown): data is { readonly providers: Providers } {
  return Array.isArray(memberOf(data, 'providers'));
}

export function isProvider(data: unknown): data is Provider {
  return isText(memberOf(data, 'id')) && Array.isArray(memberOf(data, 'flows'));
}

export function isRoundsPage(data: unknown): data is RoundsPage {
  const next = memberOf(data, 'next');
  return Array.isArray(memberOf(data, 'rounds')) && (next === null || isText(next));
}

export function isRoundStatus(data: unknown): data is RoundStatus {
  return isText(memberOf(data, 'roundId')) && isText(memberOf(data, 'state'));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
