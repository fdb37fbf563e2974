import { type ApiConfig, EXACT_DECIMALS, formatValue, fromHex, MAX_NODES, type SourceId, toHex } from '@oracle-gateway/protocol';
import { VerificationError } from '../base/errors.js';
import { integerOf, memberOf, membersOf, textOf } from '../base/json.js';
import type { SimulatedFailure, SimulatedNode, SimulatedValue, Simulation } from './simulation.js';

const MAX_DETAIL = 1_024;
const MAX_PRICES = 16;
const MAX_QUORUM = 255;
const VALUE_BYTES = 32;
const CODE = /^[a-z][a-z0-9_]{0,63}$/;
const PATH_NAME = /^[a-z][a-z0-9_-]{0,31}$/i;
const AMOUNT = /^(?:0|[1-9]\d{0,19})$/;

/** The dry run that was asked for, by the caller's own records. */
export interface AskedSimulation {
  readonly source: ApiConfig;
  readonly sourceId: SourceId;
  readonly quorum: number;
}

/**
 * Gives every member of a dry run its type and its bound. Members that the caller knows itself are the caller's own, and texts beside bytes
 * must agree with them. The nodes' observations stay the gateway's word.
 *
 * @throws VerificationError `malformed`, `other_source`, `other_quorum` or `inconsistent`, which names the member
 */
export function readSimulation(data: unknown, asked: AskedSimulation): Omit<Simulation, 'feedId'> {
  const { source, quorum } = asked;
  const sourceId = toHex(asked.sourceId);
  if (memberOf(data, 'sourceId') !== sourceId)
    throw new VerificationError('other_source', 'the dry run is of another source than asked for');
  if (memberOf(data, 'signaturesRequired') !== quorum)
    throw new VerificationError('other_quorum', 'the dry run is of another quorum than asked for');
  const nodes = nodesIn(memberOf(data, 'nodes'), source);
  const wouldSign = wouldSignIn(memberOf(data, 'wouldSign'), source);
  if (wouldSign !== null && nodes.filter((node) => 'value' in node).length < quorum)
    throw new VerificationError('inconsistent', 'wouldSign: fewer nodes than the quorum got a value');
  return {
    verified: false,
    sourceId,
    mode: source.aggregation === undefined ? 'exact' : 'tolerance',
    decimals: source.aggregation?.numeric.decimals ?? EXACT_DECIMALS,
    quorum,
    registryVersion: integerAt(data, 'registryVersion', Number.MAX_SAFE_INTEGER),
    wouldSign,
    ...(wouldSign === null ? { reason: reasonIn(memberOf(data, 'reason')) } : {}),
    nodes,
    prices: pricesIn(memberOf(data, 'prices')),
  };
}

function nodesIn(rows: unknown, source: ApiConfig): readonly SimulatedNode[] {
  if (!Array.isArray(rows) || rows.length > MAX_NODES) throw malformed('nodes', `must be a list of at most ${MAX_NODES}`);
  let last = -1;
  return rows.map((row: unknown) => {
    const nodeIndex = integerAt(row, 'nodeIndex', MAX_NODES - 1);
    if (nodeIndex <= last) throw malformed('nodes', 'must be ascending by nodeIndex');
    last = nodeIndex;
    const seen = { nodeIndex, latencyMs: integerAt(row, 'latencyMs', Number.MAX_SAFE_INTEGER) };
    const error = memberOf(row, 'error');
    if (error !== undefined) return { ...seen, error: failureIn(error, source) };
    return { ...seen, ...valueIn(row, source), receivedAtMs: integerAt(row, 'receivedAtMs', Number.MAX_SAFE_INTEGER) };
  });
}

function wouldSignIn(value: unknown, source: ApiConfig): SimulatedValue | null {
  return value === null ? null : { ...valueIn(value, source), quorum: integerAt(value, 'quorum', MAX_QUORUM) };
}

/** The text must be that of the bytes: a caller may show one and keep the other. */
function valueIn(members: unknown, source: ApiConfig): { readonly value: string; readonly valuePacked: string } {
  const packed = bytesIn(textOf(memberOf(members, 'valuePacked')));
  const value = formatValue(packed, source.aggregation);
  if (memberOf(members, 'value') !== value) throw new VerificationError('inconsistent', 'value is not what the packed value says');
  return { value, valuePacked: toHex(packed) };
}

function bytesIn(hex: string | undefined): Uint8Array {
  try {
    return fromHex(hex ?? '', VALUE_BYTES);
  } catch {
    throw malformed('valuePacked', `must be ${VALUE_BYTES} bytes in hex`);
  }
}

function failureIn(error: unknown, source: ApiConfig): SimulatedFailure {
  const step = memberOf(error, 'step');
  const rule = memberOf(error, 'rule');
  const matched = textOf(memberOf(error, 'matched'));
  const upstreamStatus = memberOf(error, 'upstreamStatus');
  return {
    ...reasonIn(error),
    ...(step === undefined ? {} : { step: codeIn('step', step) }),
    ...(rule === undefined ? {} : { rule: codeIn('rule', rule) }),
    // The caller's own text and no other: a source could speak through anything else.
    ...(matched !== undefined && source.responseParser?.startsWith(matched) === true ? { matched } : {}),
    ...(upstreamStatus === undefined ? {} : { upstreamStatus: integerAt(error, 'upstreamStatus', 599) }),
  };
}

function reasonIn(members: unknown): { readonly code: string; readonly detail: string } {
  const detail = textOf(memberOf(members, 'detail'));
  if (detail === undefined || detail.length > MAX_DETAIL) throw malformed('detail', `must be a text of at most ${MAX_DETAIL} characters`);
  return { code: codeIn('code', memberOf(members, 'code')), detail };
}

function codeIn(field: string, value: unknown): string {
  const code = textOf(value);
  if (code === undefined || !CODE.test(code)) throw malformed(field, 'must be a code');
  return code;
}

function pricesIn(prices: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(membersOf(prices) ?? {});
  if (entries.length > MAX_PRICES) throw malformed('prices', `must have at most ${MAX_PRICES} members`);
  const read = entries.map(([path, price]) => {
    const amount = textOf(price);
    if (!PATH_NAME.test(path) || amount === undefined || !AMOUNT.test(amount)) throw malformed('prices', 'must be amounts by path');
    return [path, amount] as const;
  });
  return Object.fromEntries(read);
}

function integerAt(members: unknown, field: string, max: number): number {
  const value = integerOf(memberOf(members, field));
  if (value === undefined || value > max) throw malformed(field, `must be an integer from 0 to ${max}`);
  return value;
}

function malformed(field: string, rule: string): VerificationError {
  return new VerificationError('malformed', `${field}: ${rule}`);
}
