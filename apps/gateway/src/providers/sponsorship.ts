import type { RegistryNodesReader } from '@oracle-gateway/ledger';
import { CallsSpentError, createCallBudget, type OutboxConnection, type TakenCalls } from '@oracle-gateway/outbox';
import { type Address, type ApiConfig, formatAddress, secretNames, toHex } from '@oracle-gateway/protocol';
import { nodeOfRegistry } from '@oracle-gateway/protocol/accounts';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { carriesCredential, CREDENTIAL_SECRET, type ProviderRoute, selectsAsCatalogue } from '@oracle-gateway/providers';
import type { AskableNode } from '@oracle-gateway/protocol/accounts';
import type { ProviderSecrets, SealedSources } from '../engine/index.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Config } from '../config/config.js';
import type { ProviderKeys } from '../config/provider-keys.js';
import { shareError, type ShareEvents } from '../errors/share-error.js';

/** Longer than a round takes, and short enough that a bundle which a node keeps is soon worth nothing. */
const SEALED_SECONDS = 120;

type SponsoredRound = Parameters<ProviderSecrets['take']>[0];

/** Credentials of the gateway's own for the catalogue's operations (docs/providers.md#a-credential), and the calls that they may be used for. */
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
  /** The provider of each source that the gateway brings a credential for, null for any other source; null where no source has one. */
  const sponsorsOf = ({ subject, sealed }: SponsoredRound): (string | null)[] | null => {
    const sponsors = subject.sources.map(({ apiConfig }, place) => {
      const isOpen = (sealed?.[place] ?? null) === null && secretNames(apiConfig).length > 0;
      return isOpen ? (routeOf(apiConfig)?.provider.id ?? null) : null;
    });
    return new Set(sponsors).size === 1 && sponsors[0] === null ? null : sponsors;
  };

  return {
    covers: (source) => routeOf(source) !== null,
    async peek(round, eligible) {
      const sponsors = sponsorsOf(round);
      if (sponsors === null) return;
      for (const { name, calls } of callsOf(sponsors, eligible)) await inTermsOfRound(budget.peek(name, round.tenant, calls));
    },
    async take(round, eligible) {
      const sponsors = sponsorsOf(round);
      if (sponsors === null) return null;
      const sealed = await seal(
        round,
        { eligible, secrets: sponsors.map((provider) => provider && (keys.get(provider)?.current() ?? '')) },
        deps,
      );
      const taken: TakenCalls[] = [];
      const giveBack = async (): Promise<void> => {
        await Promise.all(taken.map((calls) => calls.giveBack()));
      };
      for (const { name, calls } of callsOf(sponsors, eligible)) {
        const asked = inTermsOfRound(budget.take(name, round.tenant, calls));
        taken.push(
          await asked.catch(async (refusal: unknown) => {
            await giveBack();
            throw refusal;
          }),
        );
      }
      return { sealed, giveBack };
    },
  };
}

/** Each asked node calls a provider once for each of its sources. */
function callsOf(
  sponsors: readonly (string | null)[],
  eligible: readonly AskableNode[],
): { readonly name: string; readonly calls: number }[] {
  const providers = new Set(sponsors.filter((provider) => provider !== null));
  return [...providers].map((provider) => ({
    name: `provider:${provider}`,
    calls: eligible.length * sponsors.filter((other) => other === provider).length,
  }));
}

/** Throws in the terms of a round why its calls were not taken. */
function refuse(error: unknown, callsPerMinute: number, events: ShareEvents): never {
  if (!(error instanceof CallsSpentError)) throw new GatewayError('outbox_unavailable', { cause: error });
  const quota = { resource: 'sponsored_calls', quota: 'sponsored-calls', max: callsPerMinute, windowMs: 60_000, events } as const;
  if (error.isShare) throw shareError({ ok: false, reason: 'own_share', retryAfterMs: error.secondsLeft * 1_000 }, quota);
  events.shareRefused('sponsored_calls', 'full');
  throw new GatewayError('sponsored_calls_spent', { headers: { 'Retry-After': String(error.secondsLeft) } });
}

interface ToSeal {
  readonly eligible: readonly AskableNode[];
  /** The credential for each source; null where the gateway brings none. */
  readonly secrets: readonly (string | null)[];
}

/** Seals as a caller would: for each source, this requester and a short while, and for the asked nodes alone. */
async function seal(
  { subject, sealed, requester, registry }: SponsoredRound,
  { eligible, secrets }: ToSeal,
  { ledger, nowMs }: SponsorshipDeps,
): Promise<SealedSources> {
  const asked = new Set(eligible.map(({ index }) => index));
  const accounts = (await ledger.nodes(registry)).filter((node) => asked.has(node.index) && nodeOfRegistry(node, registry) !== null);
  const terms = {
    nodes: accounts.map(({ index, encryptionKey }) => ({ index, encryptionPublicKey: toHex(encryptionKey) })),
    notAfter: Math.floor(nowMs() / 1_000) + SEALED_SECONDS,
    owner: formatAddress(requester),
  };
  return subject.sources.map(({ apiConfig }, place) => {
    const secret = secrets[place] ?? null;
    if (secret === null) return sealed?.[place] ?? null;
    const { envelopes, ...bundle } = sealSecrets({ apiConfig, secrets: { [CREDENTIAL_SECRET]: secret }, ...terms });
    return { ...bundle, envelopes: new Map(Object.entries(envelopes).map(([index, envelope]) => [Number(index), envelope])) };
  });
}
