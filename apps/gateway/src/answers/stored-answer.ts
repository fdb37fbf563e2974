import type { FlatRoundResult, NestedRoundResult, RoundEvidence } from '@oracle-gateway/gateway-api';
import { ContractError, parseFlatRoundResult, parseNestedRoundResult, parseRoundEvidence } from '@oracle-gateway/gateway-api/parsers';
import { readObservation, type SignedObservationHex } from '@oracle-gateway/node-api';
import { type Address, formatAddress, formatValue, toHex, isList } from '@oracle-gateway/protocol';
import { ruleOf, type Subject } from '@oracle-gateway/protocol/internal';
import type { ServedRound, SealedSources } from '../engine/index.js';
import { type AnsweredList, readAnsweredList, tellSources, writeAnsweredList } from './answered-list.js';

/** Answer as the outbox keeps it: what the caller got, the evidence of how it came about where it is kept, and who may read both. */
export interface StoredAnswer {
  readonly result: FlatRoundResult | NestedRoundResult;
  /** The sources of a list, from which the member `values` of its result is built again; null where there is one value. */
  readonly list: AnsweredList | null;
  readonly evidence: RoundEvidence | null;
  /** Addresses in base58; null where the round's id is enough. */
  readonly readers: readonly string[] | null;
}

/** The JSON of the result itself where there is nothing beside it. */
export function writeStoredAnswer({ result, list, evidence, readers }: StoredAnswer): string {
  const { values: _built, ...data } = result.data;
  return JSON.stringify({
    ...result,
    data,
    ...(list === null ? {} : { list: writeAnsweredList(list) }),
    ...(evidence === null ? {} : { evidence }),
    ...(readers === null ? {} : { readers }),
  });
}

/** The answer as it is repeated: `fresh` is false. Throws `ContractError` for what `writeStoredAnswer` did not write. */
export function readStoredAnswer(text: string): StoredAnswer {
  const { evidence, readers, list: plainList, result: plain } = parseMembers(text);
  const list = plainList === undefined ? null : readAnsweredList(plainList);
  const result = hasAttestation(plain)
    ? asRepeated(withNestedValues(parseNestedRoundResult(plain), list))
    : asRepeated(withFlatValues(parseFlatRoundResult(plain), list));
  return {
    result,
    list,
    evidence: evidence === undefined ? null : parseRoundEvidence(evidence),
    readers: readers === undefined ? null : parseReaders(readers),
  };
}

/** The value of a stored flat result, for any reader; null: the source is private. Evidence is not checked. Throws `ContractError` likewise. */
export function readPublicValue(text: string): string | null {
  const { readers, result } = parseMembers(text);
  return readers === undefined ? parseFlatRoundResult(result).data.value : null;
}

/** The nested result of a round that was paid per request, as it is repeated. Evidence is not checked. Throws `ContractError` likewise. */
export function readPaidResult(text: string): NestedRoundResult {
  const { list, result } = parseMembers(text);
  return asRepeated(withNestedValues(parseNestedRoundResult(result), list === undefined ? null : readAnsweredList(list)));
}

/** The member `data.value`: a decimal, and of a list the packed value itself. */
export function tellValue(packed: Uint8Array, subject: Subject): string {
  return isList(subject.form) ? toHex(packed) : formatValue(packed, ruleOf(subject));
}

/** A flat result with the values of its list. */
export function withFlatValues({ status, data }: FlatRoundResult, list: AnsweredList | null): FlatRoundResult {
  return list === null ? { status, data } : { status, data: { ...data, values: tellSources(list, data.signaturesRequired) } };
}

/** A nested result with the values of its list. */
export function withNestedValues({ status, data }: NestedRoundResult, list: AnsweredList | null): NestedRoundResult {
  const { signaturesRequired } = data.attestation.payload;
  return list === null ? { status, data } : { status, data: { ...data, values: tellSources(list, signaturesRequired) } };
}

/** Only the first answer is of a live round (docs/api.md#post-v1roundexecute). */
export function asRepeated<Result extends StoredAnswer['result']>(result: Result): Result {
  return { ...result, data: { ...result.data, fresh: false } };
}

interface Beside {
  readonly list?: unknown;
  readonly evidence?: unknown;
  readonly readers?: unknown;
}

function parseMembers(text: string): Beside & { readonly result: unknown } {
  const plain: unknown = JSON.parse(text);
  if (typeof plain !== 'object' || plain === null) return { result: plain };
  const { list, evidence, readers, ...result }: Beside = plain;
  return { list, evidence, readers, result };
}

function parseReaders(readers: unknown): readonly string[] {
  if (Array.isArray(readers) && readers.every((reader) => typeof reader === 'string')) return readers;
  throw new ContractError('readers', 'must be addresses');
}

/** Only the nested result has its signature in an attestation of its own. */
function hasAttestation(plain: unknown): boolean {
  if (typeof plain !== 'object' || plain === null || !('data' in plain)) return false;
  return typeof plain.data === 'object' && plain.data !== null && 'attestation' in plain.data;
}

/**
 * Evidence for the value, for an auditor; `null` in exact mode, where every signer saw the value itself, and of a list whose caller did not
 * ask for it. It holds no ApiConfig.
 */
export function roundEvidence(
  { round, session: { request }, signed }: ServedRound,
  { gateway }: { readonly gateway: Address },
): RoundEvidence | null {
  const { attestation, attempt, decision, signedWith } = signed;
  if (decision.set === null || (isList(round.subject.form) && round.keepsEvidence !== true)) return null;
  const { fixedAtMs, observations } = decision.set.hex;
  return {
    gateway: formatAddress(gateway),
    feedId: toHex(attestation.feedId),
    sourceId: toHex(attestation.sourceId),
    signaturesRequired: attestation.signaturesRequired,
    registryVersion: request.registryVersion,
    timestampMs: request.timestampMs,
    observedAtMs: request.observedAtMs,
    eligible: request.eligible,
    gatewayNonce: request.gatewayNonce,
    attempt,
    fixedAtMs,
    observations: observations.map(observationEvidence),
    survivors: [...decision.set.survivors],
    signers: signedWith.map(({ node, nonce }) => ({ index: node.index, ...nonce })),
    value: decision.value,
    s: toHex(attestation.s),
    commitment: toHex(attestation.commitment),
  };
}

function observationEvidence(observation: SignedObservationHex): RoundEvidence['observations'][number] {
  const { index, signature } = observation;
  const values = readObservation(observation).values.map((one) => one && { value: toHex(one.value), receivedAtMs: one.receivedAtMs });
  return { index, values, signature };
}

interface RoundReaders {
  /** Addresses that may read the result; absent where the round's id is enough. */
  readonly readers?: readonly Address[];
}

/** The readers of a round whose id is an account address. Such an id can be derived, so it must not open a private result. */
export function readersOf(sealed: SealedSources | undefined, ...requesters: readonly Address[]): RoundReaders {
  return sealed === undefined ? {} : { readers: requesters };
}

/** The readers as the outbox keeps them: in base58, null where the id is enough. */
export function readersText({ readers }: RoundReaders): readonly string[] | null {
  return readers === undefined ? null : readers.map((reader) => formatAddress(reader));
}

/** 128 bits tell feeds apart, and the key stays small. */
const FEED_CHARACTERS = 32;

/**
 * The list of the rounds of a feed that have a result, by the feed id as 0x hex. A round that is paid per request is in none: its id is random
 * and opens its result, so only its caller may know it.
 */
export function feedList(feedId: string): string {
  return `feed:${feedId.slice(2, 2 + FEED_CHARACTERS)}`;
}
