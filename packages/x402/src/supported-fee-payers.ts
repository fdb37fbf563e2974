import { isAddress } from '@oracle-gateway/protocol';
import { FacilitatorUnavailableError, type SupportedFeePayers } from './facilitator.js';

/** Keys of one answer that are used, at most; further ones are ignored. */
const MAX_FEE_PAYERS = 64;

/** The part of an answer of `/supported` that is read here, as it came. */
export interface SupportedAnswer {
  readonly kinds?: unknown;
  readonly signers?: unknown;
}

/**
 * The fee payers in an answer of `/supported` for version 2, `exact`, on a network. `kinds` names one of them, often at random. `signers` lists
 * every key that the facilitator signs with, by network or by `<namespace>:*`.
 * @throws FacilitatorUnavailableError when no kind names one.
 */
export function supportedFeePayers({ kinds, signers }: SupportedAnswer, network: string): SupportedFeePayers {
  const offered = listOf(kinds)
    .map((kind) => membersOf(kind))
    .filter((kind) => kind['x402Version'] === 2 && kind['scheme'] === 'exact' && kind['network'] === network)
    .map((kind) => membersOf(kind['extra'])['feePayer'])
    .filter(isFeePayer);
  if (offered.length === 0) throw new FacilitatorUnavailableError(`/supported must name a fee payer for exact payments on ${network}`);
  const [namespace = ''] = network.split(':');
  const keys = membersOf(signers);
  const signing = [keys[network], keys[`${namespace}:*`]].flatMap(listOf).filter(isFeePayer);
  return { offered: distinct(offered), accepted: distinct([...offered, ...signing]) };
}

function distinct(feePayers: readonly string[]): readonly string[] {
  return [...new Set(feePayers)].slice(0, MAX_FEE_PAYERS);
}

function isFeePayer(value: unknown): value is string {
  return typeof value === 'string' && isAddress(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
