import { type Aggregation, EXACT_DECIMALS, formatValue, MAX_NODES, toHex } from '@oracle-gateway/protocol';
import { ruleOf, type SubjectSource, type Subject } from '@oracle-gateway/protocol/internal';
import { VerificationError } from '../base/errors.js';
import { memberOf, membersOf, textOf } from '../base/json.js';
import { bytesMember, countMember, malformedMember } from '../base/read-members.js';
import { readCode, readReason } from '../base/read-reason.js';
import type {
  SimulatedRound,
  ListSimulation,
  SimulatedFailure,
  SimulatedObservation,
  SimulatedValue,
  SimulatedValues,
  Simulation,
} from './simulation.js';

const MAX_PRICES = 16;
const MAX_QUORUM = 255;
const VALUE_BYTES = 32;
const PATH_NAME = /^[a-z][a-z0-9_-]{0,31}$/i;
const MAX_HINT = 256;
const AMOUNT = /^(?:0|[1-9]\d{0,19})$/;

/** The dry run that was asked for, by the caller's own records. */
export interface AskedSimulation {
  readonly subject: Subject;
  readonly quorum: number;
}

/** The rule of a value, and the sources whose own texts a failure may repeat. */
interface AskedValue {
  readonly rule: Aggregation | undefined;
  readonly sources: readonly SubjectSource[];
}

/**
 * Gives every member of a dry run of a source or an index its type and its bound. Members that the caller knows itself are the caller's own,
 * and texts beside bytes must agree with them. The nodes' observations stay the gateway's word.
 *
 * @throws VerificationError `malformed`, `other_source`, `other_quorum` or `inconsistent`, which names the member
 */
export function readSimulation(data: unknown, asked: AskedSimulation): Omit<Simulation, 'feedId'> {
  const { subject, quorum } = asked;
  const value: AskedValue = { rule: ruleOf(subject), sources: subject.sources };
  const nodes = rowsIn(data, (row) => tried(row, value));
  const wouldSign = signedIn(data, (members): SimulatedValue => ({ ...valueIn(members, value.rule), quorum: quorumAt(members) }));
  if (wouldSign !== null && nodes.filter((node) => 'value' in node).length < quorum) throw tooFewNodes();
  return { ...dryRunIn(data, asked, wouldSign), ...scaleOf(value.rule), wouldSign, nodes };
}

/** Reads a dry run of a list likewise. @throws likewise */
export function readListSimulation(data: unknown, asked: AskedSimulation): Omit<ListSimulation, 'feedId'> {
  const { subject, quorum } = asked;
  const told = arrayIn(memberOf(data, 'sources'), 'sources', subject);
  const nodes = rowsIn(data, (row) =>
    memberOf(row, 'error') === undefined
      ? { values: eachIn(memberOf(row, 'values'), subject, (one, source) => tried(one, askedOf(source))) }
      : { error: failureIn(memberOf(row, 'error')) },
  );
  const wouldSign = signedIn(data, (members): SimulatedValues => {
    const values = eachIn(memberOf(members, 'values'), subject, (one, source) => {
      const reason = memberOf(one, 'reason');
      return reason === undefined ? valueIn(one, askedOf(source).rule) : { reason: readReason(reason) };
    });
    return { values, quorum: quorumAt(members) };
  });
  for (const [place, one] of wouldSign?.values.entries() ?? []) {
    const seen = nodes.filter((node) => 'values' in node && node.values[place] !== undefined && 'value' in node.values[place]);
    if ('value' in one && seen.length < quorum) throw tooFewNodes();
  }
  if (wouldSign !== null && wouldSign.values.filter((one) => 'value' in one).length < subject.minValues)
    throw new VerificationError('inconsistent', 'wouldSign: fewer values than minValues');
  const sources = subject.sources.map(({ apiConfig, sourceId }, place) => ({
    source: apiConfig,
    sourceId: toHex(sourceId),
    ...scaleOf(apiConfig.aggregation),
    onChain: memberOf(told[place], 'onChain') === true,
  }));
  return { ...dryRunIn(data, asked, wouldSign), sources, wouldSign, nodes };
}

function dryRunIn(
  data: unknown,
  { subject, quorum }: AskedSimulation,
  wouldSign: SimulatedValue | SimulatedValues | null,
): Omit<SimulatedRound, 'feedId'> {
  const sourceId = toHex(subject.sourceId);
  if (memberOf(data, 'sourceId') !== sourceId)
    throw new VerificationError('other_source', 'the dry run is of another source than asked for');
  if (memberOf(data, 'signaturesRequired') !== quorum)
    throw new VerificationError('other_quorum', 'the dry run is of another quorum than asked for');
  return {
    verified: false,
    sourceId,
    quorum,
    registryVersion: countMember(data, 'registryVersion'),
    ...(wouldSign === null ? { reason: failureIn(memberOf(data, 'reason'), subject.sources) } : {}),
    prices: pricesIn(memberOf(data, 'prices')),
  };
}

function askedOf(source: SubjectSource): AskedValue {
  return { rule: source.apiConfig.aggregation, sources: [source] };
}

function scaleOf(rule: Aggregation | undefined): Pick<Simulation, 'mode' | 'decimals'> {
  return rule === undefined ? { mode: 'exact', decimals: EXACT_DECIMALS } : { mode: 'tolerance', decimals: rule.numeric.decimals };
}

function rowsIn<T extends object>(
  data: unknown,
  read: (row: unknown) => T,
): (T & { readonly nodeIndex: number; readonly latencyMs: number })[] {
  const rows = memberOf(data, 'nodes');
  if (!Array.isArray(rows) || rows.length > MAX_NODES) throw malformedMember('nodes', `must be a list of at most ${MAX_NODES}`);
  let last = -1;
  return rows.map((row: unknown) => {
    const nodeIndex = countMember(row, 'nodeIndex', MAX_NODES - 1);
    if (nodeIndex <= last) throw malformedMember('nodes', 'must be ascending by nodeIndex');
    last = nodeIndex;
    return { nodeIndex, latencyMs: countMember(row, 'latencyMs'), ...read(row) };
  });
}

function eachIn<T>(values: unknown, subject: Subject, read: (one: unknown, source: SubjectSource) => T): T[] {
  const array = arrayIn(values, 'values', subject);
  return subject.sources.map((source, place) => read(array[place], source));
}

function arrayIn(values: unknown, field: string, { sources }: Subject): readonly unknown[] {
  if (!Array.isArray(values) || values.length !== sources.length) throw malformedMember(field, 'must be as many as the sources');
  return values;
}

/** The observation of a source, or its failure. */
function tried(members: unknown, { rule, sources }: AskedValue): SimulatedObservation | { readonly error: SimulatedFailure } {
  const error = memberOf(members, 'error');
  if (error !== undefined) return { error: failureIn(error, sources) };
  return { ...valueIn(members, rule), receivedAtMs: countMember(members, 'receivedAtMs') };
}

function signedIn<T>(data: unknown, read: (members: unknown) => T): T | null {
  const members = memberOf(data, 'wouldSign');
  return members === null ? null : read(members);
}

function quorumAt(members: unknown): number {
  return countMember(members, 'quorum', MAX_QUORUM);
}

function tooFewNodes(): VerificationError {
  return new VerificationError('inconsistent', 'wouldSign: fewer nodes than the quorum got a value');
}

/** The text must be that of the bytes: a caller may show one and keep the other. */
function valueIn(members: unknown, rule: Aggregation | undefined): { readonly value: string; readonly valuePacked: string } {
  const packed = bytesMember(members, 'valuePacked', VALUE_BYTES);
  const value = formatValue(packed, rule);
  if (memberOf(members, 'value') !== value) throw new VerificationError('inconsistent', 'value is not what the packed value says');
  return { value, valuePacked: toHex(packed) };
}

function failureIn(error: unknown, sources: readonly SubjectSource[] = []): SimulatedFailure {
  const rule = memberOf(error, 'rule');
  const matched = textOf(memberOf(error, 'matched'));
  const hint = textOf(memberOf(error, 'hint'));
  const own = sources.flatMap(({ apiConfig: { responseParser = '', valueTransform = '' } }) => [responseParser, valueTransform]);
  return {
    ...readReason(error),
    ...(rule === undefined ? {} : { rule: readCode('rule', rule) }),
    // The caller's own text and no other: a source could speak through anything else.
    ...(matched !== undefined && own.some((text) => text.startsWith(matched)) ? { matched } : {}),
    ...(hint === undefined ? {} : { hint: hint.slice(0, MAX_HINT) }),
  };
}

function pricesIn(prices: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(membersOf(prices) ?? {});
  if (entries.length > MAX_PRICES) throw malformedMember('prices', `must have at most ${MAX_PRICES} members`);
  const read = entries.map(([path, price]) => {
    const amount = textOf(price);
    if (!PATH_NAME.test(path) || amount === undefined || !AMOUNT.test(amount)) throw malformedMember('prices', 'must be amounts by path');
    return [path, amount] as const;
  });
  return Object.fromEntries(read);
}
