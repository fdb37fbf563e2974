import type { ObserveRequest, SourcePayment } from '@oracle-gateway/node-api';
import { deriveSessionId, formatAddress, toHex, unixMs } from '@oracle-gateway/protocol';
import { type Subject, subjectMembers } from '@oracle-gateway/protocol/internal';
import type { Attestation } from '@oracle-gateway/schnorr';
import { type AdmittedRound, type DatedRound, type SealedSources, sealedFor } from './admitted-round.js';
import type { RoundNode } from '../nodes/node-directory.js';
import { hostOf } from '../nodes/peer-record.js';
import type { RoundPorts, RoundSettings } from './round-ports.js';

const GATEWAY_NONCE_BYTES = 16;
/** Stamps of rounds that come together are one: a node fetches their source once for all. */
const STAMP_STEP_MS = 100;

/** The members of an attestation that are known before its value is. */
export type RoundStatement = Omit<Attestation, 'value' | 'signersBitmap' | 's' | 'commitment'>;

/** One signing session: what the eligible nodes are asked, and the id each of them computes for itself (docs/protocol.md#session_id). */
export interface RoundSession {
  readonly eligible: readonly RoundNode[];
  /** 32 bytes. */
  readonly sessionId: Uint8Array;
  /** All that the nodes sign beside the value. */
  readonly statement: RoundStatement;
  /** Members of the request that all nodes get alike. */
  readonly request: ObserveRequest;
  /** Each node's own payment to the source, by node index. */
  readonly sourcePayments: ReadonlyMap<number, SourcePayment>;
  /** Sealed secrets, an envelope for each node. */
  readonly sealed: SealedSources | undefined;
  /** Milliseconds between the observations of two nodes; 0: all are asked at once. */
  readonly spacingMs: number;
}

export function openSigningSession(
  round: DatedRound,
  eligible: readonly RoundNode[],
  { settings: { deploymentId, gateway, spacing }, curve: { randomBytes }, clock, nodes }: RoundPorts,
): RoundSession {
  const gatewayNonce = randomBytes(GATEWAY_NONCE_BYTES);
  const indices = eligible.map(({ index }) => index);
  const statement: RoundStatement = {
    feedId: round.feedId,
    sourceId: round.subject.sourceId,
    signaturesRequired: round.signaturesRequired,
    registryVersion: round.registry.version,
    form: round.subject.form,
    timestampMs: round.timestampMs,
    // The time by the clocks of the nodes that are asked: each waits until its own has reached the stamp.
    observedAtMs: unixMs(Math.floor((clock.nowMs() - nodes.clock.offsetToMs(eligible)) / STAMP_STEP_MS) * STAMP_STEP_MS),
  };
  const sessionId = deriveSessionId({ ...statement, deploymentId, gateway, eligible: indices, gatewayNonce });
  const request: ObserveRequest = {
    requester: formatAddress(round.requester),
    feedOwner: formatAddress(round.feedOwner),
    ...subjectMembers(round.subject),
    signaturesRequired: statement.signaturesRequired,
    registryVersion: Number(statement.registryVersion),
    timestampMs: statement.timestampMs,
    observedAtMs: statement.observedAtMs,
    eligible: indices,
    gatewayNonce: toHex(gatewayNonce),
  };
  const sourcePayments = paymentsByNode(indices, round.sourcePayments ?? []);
  return { eligible, sessionId, statement, request, sourcePayments, sealed: round.sealed, spacingMs: spacingOf(round.subject, spacing) };
}

/** Milliseconds between two nodes that ask for a subject: as the most careful host of its sources wants. */
export function spacingOf({ sources }: Subject, spacing: RoundSettings['spacing']): number {
  if (spacing.size === 0) return 0;
  return Math.max(...sources.map((source) => spacing.get(hostOf(source)) ?? 0));
}

/** Request to one node: with its own payment and its own envelope alone. */
export function requestTo({ index }: RoundNode, { request, sourcePayments, sealed }: RoundSession): ObserveRequest {
  const sourcePayment = sourcePayments.get(index);
  const own = sealedFor(index, sealed);
  // One object for all: it is encoded once.
  if (sourcePayment === undefined && own === undefined) return request;
  return { ...request, ...(sourcePayment === undefined ? {} : { sourcePayment }), ...(own === undefined ? {} : { sealed: own }) };
}

/** The caller signed one for each eligible node; where fewer nodes can be asked, the last ones stay unused. */
function paymentsByNode(indices: readonly number[], payments: NonNullable<AdmittedRound['sourcePayments']>): Map<number, SourcePayment> {
  const ofNodes = new Map<number, SourcePayment>();
  for (const [place, index] of indices.entries()) {
    const payment = payments[place];
    if (payment !== undefined) ofNodes.set(index, { x402Version: payment.x402Version, payment: payment.headerValue });
  }
  return ofNodes;
}
