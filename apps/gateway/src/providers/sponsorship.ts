import type { RegistryNodesReader } from '@oracle-gateway/ledger';
import { CallsSpentError, createCallBudget, type OutboxConnection } from '@oracle-gateway/outbox';
import { type Address, type ApiConfig, formatAddress, secretNames, toHex } from '@oracle-gateway/protocol';
import { nodeOfRegistry } from '@oracle-gateway/protocol/accounts';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { carriesCredential, CREDENTIAL_SECRET, type ProviderRoute, selectsAsCatalogue } from '@oracle-gateway/providers';
import type { AskableNode } from '@oracle-gateway/protocol/accounts';
import type { ProviderSecrets, SealedSecrets } from '../engine/index.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Config } from '../config/config.js';
import type { ProviderKeys } from '../config/provider-keys.js';
import { shareError, type ShareEvents } from '../errors/share-error.js';

/** Longer than a round takes, and short enough that a bundle which a node keeps is soon worth nothing. */
const SEALED_SECONDS = 120;

type SponsoredRound = Parameters<ProviderSecrets['take']>[0];

/** Credentials of the gateway's own for the catalogue's operations (protocol §6), and the calls that they may be used for. */
export interface Sponsorship extends ProviderSecrets {
  /** The gateway brings the credential where the caller of this very source brings none. */
  readonly covers: (source: ApiConfig) => boolean;
}

export interface SponsorshipDeps {
  readonly redis: OutboxConnection;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly events: ShareEvents;
  readonly ledger: RegistryNodesReader;
  readonly nowMs: () => number;
}

export function createSponsorship(
  { catalogue, sponsoredCallsPerMinute: callsPerMinute }: Config,
  keys: ProviderKeys,
  deps: SponsorshipDeps,
): Sponsorship {
  const { redis, gateway, events } = deps;
  const budget = createCallBudget({ redis, gateway, callsPerMinute });
  const inTermsOfRound = <T>(asked: Promise<T>): Promise<T> => asked.catch((error: unknown) => refuse(error, callsPerMinute, events));
  const routeOf = (source: ApiConfig): ProviderRoute | null => {
    const route = catalogue.routeOf(source);
    return route !== null && keys.has(route.provider.id) && carriesCredential(route.flow, source) && selectsAsCatalogue(route, source)
      ? route
      : null;
  };
  const sponsoredRoute = ({ apiConfig, sealed }: SponsoredRound): ProviderRoute | null =>
    sealed !== undefined || secretNames(apiConfig).length === 0 ? null : routeOf(apiConfig);

  return {
    covers: (source) => routeOf(source) !== null,
    async peek(round, eligible) {
      const route = sponsoredRoute(round);
      if (route !== null) await inTermsOfRound(budget.peek(budgetOf(route), round.tenant, eligible.length));
    },
    async take(round, eligible) {
      const route = sponsoredRoute(round);
      if (route === null) return null;
      const sealed = await seal(round, eligible, keys.get(route.provider.id) ?? '', deps);
      const { giveBack } = await inTermsOfRound(budget.take(budgetOf(route), round.tenant, eligible.length));
      return { sealed, giveBack };
    },
  };
}

function budgetOf({ provider }: ProviderRoute): string {
  return `provider:${provider.id}`;
}

/** Throws in the terms of a round why its calls were not taken. */
function refuse(error: unknown, callsPerMinute: number, events: ShareEvents): never {
  if (!(error instanceof CallsSpentError)) throw new GatewayError('outbox_unavailable', { cause: error });
  const quota = { resource: 'sponsored_calls', quota: 'sponsored-calls', max: callsPerMinute, windowMs: 60_000, events } as const;
  if (error.isShare) throw shareError({ ok: false, reason: 'own_share', retryAfterMs: error.secondsLeft * 1_000 }, quota);
  events.shareRefused('sponsored_calls', 'full');
  throw new GatewayError('sponsored_calls_spent', { headers: { 'Retry-After': String(error.secondsLeft) } });
}

/** Seals as a caller would: for this source, this requester and a short while, and for the asked nodes alone. */
async function seal(
  { apiConfig, requester, registry }: SponsoredRound,
  eligible: readonly AskableNode[],
  key: string,
  { ledger, nowMs }: SponsorshipDeps,
): Promise<SealedSecrets> {
  const asked = new Set(eligible.map(({ index }) => index));
  const accounts = (await ledger.nodes(registry)).filter((node) => asked.has(node.index) && nodeOfRegistry(node, registry) !== null);
  const { envelopes, ...sealed } = sealSecrets({
    apiConfig,
    nodes: accounts.map(({ index, encryptionKey }) => ({ index, encryptionPublicKey: toHex(encryptionKey) })),
    secrets: { [CREDENTIAL_SECRET]: key },
    notAfter: Math.floor(nowMs() / 1_000) + SEALED_SECONDS,
    owner: formatAddress(requester),
  });
  return { ...sealed, envelopes: new Map(Object.entries(envelopes).map(([index, envelope]) => [Number(index), envelope])) };
}
