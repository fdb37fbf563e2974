import { createBudget, createRegulars, type Tenant } from '@oracle-gateway/fair-share';
import { formatAddress } from '@oracle-gateway/protocol';
import { GatewayError } from '../errors/gateway-error.js';
import { shareError, type ShareEvents } from '../errors/share-error.js';
import type { NamedDryRun } from '../paths/open-paths.js';
import type { DryRunCaller, DryRunTerms } from '../paths/pay-path.js';

/** Requires that a path would serve the key a round. Throws 403 `simulate_not_authorised`, 429, or what the look-ups throw. */
export type RequireKnown = (caller: DryRunCaller, terms: DryRunTerms, sender: Tenant) => Promise<void>;

export interface KnownCallerDeps {
  readonly paths: readonly NamedDryRun[];
  readonly events: ShareEvents;
  readonly monotonicMs: () => number;
}

/**
 * Any sender can sign with ever new keys, and each costs a look-up whose turn a newcomer of rounds may need. Rounds take 2,000 a second, so
 * these are few beside them; an address may have a tenth of what is left.
 */
const FIRST_LOOKUPS = { max: 600, windowMs: 60_000, factor: 1 / 10 } as const;
/** A key that was good is looked up without that limit for so long. */
const REGULAR_MS = 600_000;
const MAX_REGULARS = 10_000;

export function createRequireKnown({ paths, events, monotonicMs: nowMs }: KnownCallerDeps): RequireKnown {
  const lookups = createBudget(FIRST_LOOKUPS, { nowMs });
  const regulars = createRegulars({ maxTenants: MAX_REGULARS, forMs: REGULAR_MS, nowMs });
  const quota = { resource: 'dry_run_lookups', quota: 'dry-run-lookups', ...FIRST_LOOKUPS, events } as const;

  return async (caller, terms, sender) => {
    const name = `${formatAddress(caller.owner)}/${formatAddress(caller.key)}`;
    if (!regulars.has(name)) {
      const refused = lookups.peek(sender);
      if (refused !== null) throw shareError(refused, quota);
      lookups.charge(sender);
    }
    const refusals: string[] = [];
    // One after the other: most callers are known to the first, and a further look-up would be for nothing.
    for (const path of paths) {
      if (path.refusal === undefined) continue;
      const refusal = await path.refusal(caller, terms);
      if (refusal === null) {
        regulars.note(name);
        return;
      }
      refusals.push(`${path.name}: ${refusal}`);
    }
    throw new GatewayError('simulate_not_authorised', { detail: refusals.join(', ') });
  };
}
