import { type DeploymentId, signersOf, toHex, type Form } from '@oracle-gateway/protocol';
import { aggregatePublicKeys, type Attestation, type RegistryKeys, verifyAttestation } from '@oracle-gateway/schnorr';
import { EvmAnswerError } from './evm-answer-error.js';
import { readResult } from './read-result.js';
import { zInverseOf } from './z-inverse.js';

/** Bytes as the libraries of EVM chains write them. */
export type Hex = `0x${string}`;

/** `Feed` of IOracleGateway.sol. */
export interface EvmFeed {
  /** 32 bytes. */
  readonly feedId: Hex;
  /** 32 bytes. */
  readonly sourceId: Hex;
  readonly signaturesRequired: number;
  readonly form: number;
}

/** `Answer` of IOracleGateway.sol, as viem and ethers take it. */
export interface EvmAnswer {
  /** 32 bytes. */
  readonly value: Hex;
  readonly timestampMs: bigint;
  readonly observedAtMs: bigint;
  readonly registryVersion: bigint;
  readonly signersBitmap: bigint;
  readonly s: bigint;
  /** 20 bytes. */
  readonly commitment: Hex;
  readonly parity: 0 | 1;
}

/** An answer to one source or index in the form that viem and ethers take, verified. */
export interface EvmRound {
  /** Members of the feed that a contract fixes at its deployment. */
  readonly feed: EvmFeed;
  readonly answer: EvmAnswer;
  /** The hint for `verifyWithKeys`, `updateWithKeys` and `addSignerSet`. */
  readonly zInverse: bigint;
}

/**
 * Turns a gateway's answer into what the contracts take, after verifying it: a false answer would cost its sender gas.
 *
 * @param input.result the JSON of the answer, flat or nested
 * @param input.registry the keys of its registry version, read from the ledger
 * @param input.form of an index; a source's unless given
 * @throws EvmAnswerError
 * @example
 * const { answer, zInverse } = evmRoundOf({ result, registry, deploymentId });
 */
export function evmRoundOf(input: {
  readonly result: unknown;
  readonly registry: RegistryKeys;
  readonly deploymentId: DeploymentId;
  readonly form?: Form;
}): EvmRound {
  const { registry, deploymentId } = input;
  const attestation = readResult(input.result, input.form);
  const verdict = verifyAttestation({ deploymentId, registry, attestation });
  if (!verdict.ok) throw new EvmAnswerError(verdict.reason, `result: does not verify (${verdict.reason})`);
  const keys = signerKeysOf(registry, attestation.signersBitmap);
  return { feed: feedOf(attestation), answer: answerOf(attestation, keys), zInverse: hintOf(keys) };
}

/** The keys of the signers, in ascending order of their indices. Indices without a key are passed over: the verification refused them. */
export function signerKeysOf(registry: RegistryKeys, signersBitmap: Uint8Array): Uint8Array[] {
  return signersOf(signersBitmap).flatMap((index) => registry.keys[index] ?? []);
}

/** @throws EvmAnswerError `no_sum` */
export function hintOf(keys: readonly Uint8Array[]): bigint {
  const hint = zInverseOf(keys);
  if (hint === null) throw new EvmAnswerError('no_sum', 'signers: their keys have no sum on this chain; ask for another round');
  return hint;
}

export function toInteger(bytes: Uint8Array): bigint {
  return BigInt(toHex(bytes));
}

function feedOf({ feedId, sourceId, signaturesRequired, form }: Attestation): EvmFeed {
  return { feedId: evmHex(feedId), sourceId: evmHex(sourceId), signaturesRequired, form };
}

function answerOf(attestation: Attestation, keys: readonly Uint8Array[]): EvmAnswer {
  return {
    value: evmHex(attestation.value),
    timestampMs: BigInt(attestation.timestampMs),
    observedAtMs: BigInt(attestation.observedAtMs),
    registryVersion: attestation.registryVersion,
    signersBitmap: toInteger(attestation.signersBitmap),
    s: toInteger(attestation.s),
    commitment: evmHex(attestation.commitment),
    parity: ((aggregatePublicKeys(keys).at(-1) ?? 0) & 1) === 1 ? 1 : 0,
  };
}

export function evmHex(bytes: Uint8Array): Hex {
  return `0x${toHex(bytes).slice(2)}`;
}
