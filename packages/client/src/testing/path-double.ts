import type { Address, RoundId, UnixMs } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import { ContractError } from '@oracle-gateway/gateway-api/parsers';
import type { RecordedRound, RecordedRounds } from './recorded-rounds.js';
import { GatewayRefused } from './gateway-refused.js';
import type { AnswerForm } from './round-answers.js';
import type { SessionsDouble } from './sessions-double.js';
import type { TestNetwork } from './test-network.js';

/** A request to the gateway of a test. */
export interface FakeRequest {
  readonly method: string;
  /** Such as `/v1/info`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A round that a path to pay lets through. Nothing is charged yet. */
export interface Admission {
  readonly roundId: RoundId;
  readonly subject: Subject;
  readonly quorum: number;
  readonly registryVersion: number;
  readonly feedOwner: Address;
  readonly timestampMs: UnixMs;
  /** Base58: whose list the round is in, and the key that asked for it. */
  readonly account: string;
  readonly askedBy: string;
  /** Atomic units. */
  readonly amount: bigint;
  /** Takes the charge, and puts what proves it on the ledger. */
  charge(message: Uint8Array): Pick<RecordedRound, 'state' | 'transaction'>;
  /** Headers of the answer beside the id of the round. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Parts that the paths of one gateway share. */
export interface PathParts {
  readonly network: TestNetwork;
  readonly records: RecordedRounds;
  readonly sessions: SessionsDouble;
  readonly now: () => number;
  readonly random: (length: number) => Uint8Array;
}

/** One way to pay at the gateway of a test. */
export interface PathDouble {
  readonly name: string;
  /** Path of the request. */
  readonly route: string;
  readonly answerOf: AnswerForm;
  /** @throws GatewayRefused, as a gateway refuses */
  admit(request: FakeRequest): Admission | { readonly repeated: RecordedRound; readonly headers: Readonly<Record<string, string>> };
}

/** Largest difference between a request's second and the clock. */
const MAX_SKEW_SECONDS = 300;

/** @throws GatewayRefused for a body that breaks the contract */
export function parsedBody<T>(parse: (body: unknown) => T, body: unknown): T {
  return refusing('invalid_request', () => parse(body));
}

/** Runs a check, and refuses what it throws as the request's fault. */
export function refusing<T>(code: 'invalid_request' | 'auth_sig_invalid' | 'payment_header_invalid', check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof GatewayRefused) throw error;
    const isContract = error instanceof ContractError;
    throw new GatewayRefused(code, {
      members: isContract && error instanceof Error ? { error: `validation failed: ${error.message}` } : {},
    });
  }
}

/** Checks that every path makes of a round. @throws GatewayRefused */
export function requireTerms(
  { network }: Pick<PathParts, 'network'>,
  { quorum, registryVersion }: { readonly quorum: number; readonly registryVersion: number },
): void {
  const { minSigners, active, version } = network.registry;
  if (quorum < minSigners || quorum > active) throw new GatewayRefused('quorum_out_of_range');
  if (BigInt(registryVersion) !== version)
    throw new GatewayRefused('stale_registry_version', { members: { registryVersion: Number(version) } });
}

/** @throws GatewayRefused */
export function requireSecond({ now, records }: Pick<PathParts, 'now' | 'records'>, second: number, roundId: RoundId): void {
  const nowMs = now();
  if (Math.abs(nowMs / 1000 - second) > MAX_SKEW_SECONDS)
    throw new GatewayRefused('timestamp_out_of_range', { members: { gatewayTimeMs: nowMs } });
  if (records.get(roundId) !== undefined)
    throw new GatewayRefused('duplicate_round', { members: { roundId }, headers: { 'x-round-id': roundId } });
}
