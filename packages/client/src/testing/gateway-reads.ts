import { agentRoundPrice, formatAddress, parseAddress, toHex } from '@oracle-gateway/protocol';
import { escrowAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import type { Escrows } from './agent-double.js';
import { heldSubscription, MAX_SIGNATURES } from './caller-accounts.js';
import { GatewayRefused } from './gateway-refused.js';
import type { FakeRequest, PathParts } from './path-double.js';
import { recordedOutcome, type RecordedRound, statusOf } from './recorded-rounds.js';

const VERSION = '0.0.0';
const ROUND_DEADLINE_MS = 15_000;
const MAX_REQUEST_BYTES = 65_536;
const CONCURRENT_ROUNDS = 64;
const SKEW_SECONDS = 300;
const SESSION_SECONDS = 3_600;

/** Answers that tell something and charge nothing. */
export interface GatewayReads {
  info(): object;
  nodes(): object;
  /** `data` of one round. @throws GatewayRefused */
  round(roundId: string): object;
  subscriptionStatus(owner: string, request: FakeRequest): object;
  subscriptionRounds(owner: string, request: FakeRequest): object;
  agentStatus(payer: string, request: FakeRequest): object;
  agentRounds(payer: string, request: FakeRequest): object;
  feedRounds(feedId: string, request: FakeRequest): object;
  /** @throws GatewayRefused without a credential */
  usage(owner: string, request: FakeRequest): object;
}

/** @param input `url`: the origin of the gateway */
export function createGatewayReads(deps: PathParts & { readonly escrows: Escrows }, input: { readonly url: string }): GatewayReads {
  const { network, records, escrows, now } = deps;
  const { programId, config, registry } = network;
  const gateway = formatAddress(network.gateway);
  const prices = Object.fromEntries(Object.entries(config.prices).map(([name, price]) => [name, String(price)]));

  function quotaOf(owner: string): { readonly roundsLeft: string; readonly committedRounds: string; readonly availableRounds: string } {
    const left = String(heldSubscription(deps, owner).roundsLeft);
    return { roundsLeft: left, committedRounds: '0', availableRounds: left };
  }

  return {
    info: () => ({
      programId: formatAddress(programId),
      deploymentId: toHex(network.deploymentId),
      gatewayPda: gateway,
      authority: formatAddress(network.authority),
      payers: [formatAddress(network.authority)],
      network: network.network,
      registryVersion: Number(registry.version),
      minSigners: registry.minSigners,
      nodeCount: registry.active,
      sessionAuth: true,
      sessionMaxTtlSeconds: SESSION_SECONDS,
      signIn: { domain: new URL(input.url).host, uri: `${input.url}/v1/session`, chainId: network.network },
      paths: { subscription: true, agent: true, x402: true },
      simulate: true,
      prices,
      limits: {
        requestBytes: MAX_REQUEST_BYTES,
        timestampSkewSeconds: SKEW_SECONDS,
        concurrentRounds: CONCURRENT_ROUNDS,
        roundDeadlineMs: ROUND_DEADLINE_MS,
      },
      sourceLanguageLevel: 1,
      version: VERSION,
    }),
    nodes: () => ({
      registryVersion: Number(registry.version),
      redundancyBuffer: registry.redundancyBuffer,
      minSigners: registry.minSigners,
      nodes: network.nodes.publicKeys.map((publicKey, index) => ({
        index,
        publicKey: toHex(publicKey),
        encryptionPublicKey: toHex(network.encryptionKeys[index] ?? new Uint8Array(32)),
        operator: formatAddress(network.authority),
      })),
    }),
    round(roundId) {
      const round = records.get(roundId);
      if (round === undefined) throw new GatewayRefused('round_not_found');
      return statusOf(round);
    },
    subscriptionStatus(owner, { query }) {
      const delegate = query.get('consumerAuthority');
      const subscription = subscriptionAddress(programId, parseAddress(owner));
      const { rounds, expiresAtSeconds: expiresAt } = heldSubscription(deps, owner);
      const quota = quotaOf(owner);
      const { roundsLeft, committedRounds, availableRounds } = quota;
      const common = { state: 'active', unsettledRounds: 0, maxSignatures: MAX_SIGNATURES, expiresAt };
      return {
        ...common,
        ...quota,
        owner,
        gateway,
        subscription: formatAddress(subscription),
        minSignatures: registry.minSigners,
        quotedRoundPrice: prices['subscriptionRoundBase'],
        ...(delegate === null || delegate === owner
          ? {}
          : {
              delegate: {
                ...common,
                consumerAuthority: delegate,
                delegate: formatAddress(parseAddress(delegate)),
                roundsAllowed: String(rounds),
                roundsLeft,
                committedRounds,
                availableRounds,
              },
            }),
      };
    },
    subscriptionRounds(owner, { query }) {
      const by = query.get('consumerAuthority');
      const isWanted = (round: RecordedRound): boolean =>
        round.path === 'subscription' && round.account === owner && (by === null || round.askedBy === by);
      const { rounds, next } = records.page(isWanted, query);
      return {
        rounds: rounds.map((round) => ({
          ...listed(round),
          isDelegated: round.askedBy !== owner,
          consumerAuthority: round.askedBy,
          signaturesRequired: round.quorum,
        })),
        next,
      };
    },
    agentStatus(payer, { query }) {
      const escrow = escrowAddress(programId, parseAddress(payer), network.gateway);
      const signaturesRequired = Number(query.get('signatures_required') ?? 1);
      return {
        payer,
        gateway,
        escrow: formatAddress(escrow),
        exists: true,
        authority: payer,
        status: 'Active',
        ataAddress: formatAddress(network.tokenAccountOf(escrow)),
        ataExists: true,
        ataBalance: String(escrows.balance(payer)),
        committedAmount: '0',
        quotedNextPrice: String(agentRoundPrice(config.prices, { signaturesRequired, units: 1 })),
        unsettledRounds: 0,
      };
    },
    agentRounds(payer, { query }) {
      const { rounds, next } = records.page((round) => round.path === 'agent' && round.account === payer, query);
      return { rounds: rounds.map((round) => ({ ...listed(round), amount: String(round.amount) })), next };
    },
    feedRounds(feedId, { query }) {
      const { rounds, next } = records.page((round) => round.feedIds.includes(feedId), query);
      return {
        feedId,
        rounds: rounds.map(({ roundId, path, state, createdAt, timestampMs, value, signers, transaction }) => ({
          roundId,
          path,
          state,
          createdAt,
          timestamp: Math.floor(timestampMs / 1000),
          ...(value === undefined ? {} : { value }),
          ...(signers === undefined ? {} : { signers }),
          ...(state === 'settled' ? recordedOutcome({ state, transaction }) : {}),
        })),
        next,
      };
    },
    usage(owner, { query, headers }) {
      if (headers.get('authorization') === null) throw new GatewayRefused('usage_private');
      const month = query.get('month') ?? dayOf(now()).slice(0, 7);
      const rows = new Map<string, { day: string; path: string; delegate: string | null; rounds: number; units: number; amount: bigint }>();
      for (const { account, askedBy, path, state, createdAt, units, amount } of records.all()) {
        const day = dayOf(createdAt);
        if (account !== owner || state === 'failed' || !day.startsWith(month)) continue;
        const delegate = askedBy === owner ? null : askedBy;
        const key = [day, path, delegate].join();
        const row = rows.get(key) ?? { day, path, delegate, rounds: 0, units: 0, amount: 0n };
        rows.set(key, { ...row, rounds: row.rounds + 1, units: row.units + units, amount: row.amount + amount });
      }
      return { month, usage: [...rows.values()].map((row) => ({ ...row, amount: String(row.amount) })) };
    },
  };
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

function listed({ roundId, state, createdAt, timestampMs, feedIds, reason, transaction }: RecordedRound): object {
  return {
    roundId,
    state,
    createdAt,
    timestamp: Math.floor(timestampMs / 1000),
    feedId: feedIds[0],
    ...(reason === undefined ? {} : { reason }),
    ...recordedOutcome({ state, transaction }),
  };
}
