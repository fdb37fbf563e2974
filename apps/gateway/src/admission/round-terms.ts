import type { RegistryReader } from '@oracle-gateway/ledger';
import { maxEligible, quorumRange } from '@oracle-gateway/protocol';
import { MAX_SET_VALUES, type Subject } from '@oracle-gateway/protocol/internal';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { GatewayError } from '../errors/gateway-error.js';

/** Members of a request that the ledger can refuse. */
interface RegistryTerms {
  readonly signaturesRequired: number;
  readonly registryVersion: number;
  readonly subject: Subject;
}

/** Members that the ledger or the clock can refuse. */
interface Terms extends RegistryTerms {
  readonly timestampSeconds: number;
}

/** Names of a path's terms on the wire: refusals name the caller's own fields. */
interface RegistryTermNames {
  readonly signaturesRequired: string;
  readonly registryVersion: string;
}

export interface TermNames extends RegistryTermNames {
  readonly timestampSeconds: string;
}

interface TimelyDeps {
  readonly clock: { readonly nowMs: () => number };
  readonly skewSeconds: number;
}

/** Quorum, registry version and time, in this order (docs/api.md). */
export async function checkTerms(
  terms: Terms,
  names: TermNames,
  deps: TimelyDeps & { readonly ledger: RegistryReader },
): Promise<RegistryAccount> {
  const registry = await checkRegistry(terms, names, deps);
  requireTimely(terms.timestampSeconds, names, deps);
  return registry;
}

/**
 * Quorum and registry version, of requests that name no time. A version that differs from the cached one refreshes the cache once before it
 * is refused: the caller may have read the ledger later than we did. A later version takes a read after this request, which many share.
 */
export async function checkRegistry(
  terms: RegistryTerms,
  names: RegistryTermNames,
  deps: { readonly ledger: RegistryReader },
): Promise<RegistryAccount> {
  const registry = await registryFor(BigInt(terms.registryVersion), deps.ledger);
  requireQuorum(terms, names, registry);
  if (registry.version !== BigInt(terms.registryVersion)) {
    throw new GatewayError('stale_registry_version', {
      detail: `${names.registryVersion}: must be the current version ${registry.version}`,
      members: { registryVersion: Number(registry.version) },
    });
  }
  return registry;
}

/** The quorum, and the values that the asked nodes may send together. Throws a 400 {@link GatewayError}. */
export function requireQuorum(
  { signaturesRequired, subject }: Pick<RegistryTerms, 'signaturesRequired' | 'subject'>,
  names: Pick<RegistryTermNames, 'signaturesRequired'>,
  registry: RegistryAccount,
): void {
  const { minimum, maximum } = quorumRange(registry, subject);
  if (signaturesRequired < minimum || signaturesRequired > maximum)
    throw new GatewayError('quorum_out_of_range', { detail: `${names.signaturesRequired}: must be from ${minimum} to ${maximum}` });
  const asked = Math.min(maxEligible(registry, signaturesRequired), registry.active);
  if (subject.rules.length * asked > MAX_SET_VALUES)
    throw new GatewayError('invalid_request', {
      detail: `apiConfigs: must hold at most ${Math.floor(MAX_SET_VALUES / asked)} sources where ${asked} nodes are asked`,
    });
}

/** The distance of a timestamp from the clock as it is now, either way. Throws `timestamp_out_of_range`, with the gateway's time. */
export function requireTimely(timestampSeconds: number, names: TermNames, { clock, skewSeconds }: TimelyDeps): void {
  const nowSeconds = clock.nowMs() / 1000;
  if (Math.abs(nowSeconds - timestampSeconds) > skewSeconds) {
    const rule = `must be within ${skewSeconds} s of the gateway's time, which is ${Math.floor(nowSeconds)}`;
    const members = { gatewayTimeMs: Math.floor(clock.nowMs()) };
    throw new GatewayError('timestamp_out_of_range', { detail: `${names.timestampSeconds}: ${rule}`, members });
  }
}

async function registryFor(version: bigint, ledger: RegistryReader): Promise<RegistryAccount> {
  const cached = await ledger.currentRegistry();
  if (cached.version === version) return cached;
  return version > cached.version ? ledger.readCurrentRegistry() : ledger.currentRegistry({ refresh: true });
}
