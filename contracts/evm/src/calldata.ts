import { keccak_256 } from '@noble/hashes/sha3.js';
import { encodeRegistrySnapshot, type DeploymentId, toHex } from '@oracle-gateway/protocol';
import { type RegistryKeys, type SignedRegistrySnapshot, verifyRegistrySnapshot } from '@oracle-gateway/schnorr';
import { type EvmAnswer, type EvmFeed, type EvmRound, type Hex, hintOf, signerKeysOf, toInteger } from './evm-answer.js';
import type { EvmList, EvmListRound } from './evm-list.js';
import { EvmAnswerError } from './evm-answer-error.js';

const FEED = '(bytes32,bytes32,uint8,uint8)';
const LIST = '(bytes32,uint8,uint8,bytes)';
const ANSWER = '(bytes32,uint64,uint64,uint64,uint256,uint256,address,uint8)';
const WORD_DIGITS = 64;

/** `verify` of an Oracle Gateway's contract, for signers whose set it has. */
export function verifyCalldata({ feed, answer }: Pick<EvmRound, 'feed' | 'answer'>): Hex {
  return call(`verify(${FEED},${ANSWER})`, ...feedWords(feed), ...answerWords(answer));
}

/** `verifyWithKeys` of an Oracle Gateway's contract, for any signers. */
export function verifyWithKeysCalldata({ feed, answer, zInverse }: EvmRound): Hex {
  return call(`verifyWithKeys(${FEED},${ANSWER},uint256)`, ...feedWords(feed), ...answerWords(answer), word(zInverse));
}

/** `addSignerSet`, after which the rounds of these signers cost the same at any quorum. */
export function addSignerSetCalldata({ answer, zInverse }: Pick<EvmRound, 'answer' | 'zInverse'>): Hex {
  return call('addSignerSet(uint64,uint256,uint256)', word(answer.registryVersion), word(answer.signersBitmap), word(zInverse));
}

/** `update` of a contract such as PriceConsumer.sol. */
export function updateCalldata({ answer }: Pick<EvmRound, 'answer'>): Hex {
  return call(`update(${ANSWER})`, ...answerWords(answer));
}

/**
 * `updateWithKeys` of a contract such as PriceConsumer.sol.
 *
 * @example
 * await wallet.sendTransaction({ to: price, data: updateWithKeysCalldata(round) });
 */
export function updateWithKeysCalldata({ answer, zInverse }: Pick<EvmRound, 'answer' | 'zInverse'>): Hex {
  return call(`updateWithKeys(${ANSWER},uint256)`, ...answerWords(answer), word(zInverse));
}

/** `updateMany` of a contract such as CrossConsumer.sol. */
export function updateManyCalldata({ list, answer }: Pick<EvmListRound, 'list' | 'answer'>): Hex {
  return callWithList(`updateMany(${LIST},${ANSWER})`, list, answerWords(answer));
}

/** `updateManyWithKeys` of a contract such as CrossConsumer.sol. */
export function updateManyWithKeysCalldata({ list, answer, zInverse }: Pick<EvmListRound, 'list' | 'answer' | 'zInverse'>): Hex {
  return callWithList(`updateManyWithKeys(${LIST},${ANSWER},uint256)`, list, [...answerWords(answer), word(zInverse)]);
}

/** `updateOne` of a contract such as CrossConsumer.sol. */
export function updateOneCalldata({ feed, answer }: Pick<EvmRound, 'feed' | 'answer'>): Hex {
  return call(`updateOne(bytes32,uint8,${ANSWER})`, ...sourceWords(feed), ...answerWords(answer));
}

/** `updateOneWithKeys` of a contract such as CrossConsumer.sol. */
export function updateOneWithKeysCalldata({ feed, answer, zInverse }: EvmRound): Hex {
  return call(`updateOneWithKeys(bytes32,uint8,${ANSWER},uint256)`, ...sourceWords(feed), ...answerWords(answer), word(zInverse));
}

/** `fulfillOracleQuery` of ERC-7412 as PullConsumer.sol reads it. Leave `zInverse` out where the contract has the signer set. */
export function fulfillOracleQueryCalldata({ answer, zInverse }: Pick<EvmRound, 'answer'> & { readonly zInverse?: bigint }): Hex {
  const words = [...answerWords(answer), word(zInverse ?? 0n)];
  return call('fulfillOracleQuery(bytes)', word(32n), ...bytesWords(words.join('')));
}

/**
 * `acceptSnapshot`, which brings a registry version to a chain. The snapshot is verified first.
 *
 * @param input.registry the version whose nodes signed, which the contract holds
 * @throws EvmAnswerError
 */
export function acceptSnapshotCalldata(input: {
  readonly deploymentId: DeploymentId;
  readonly registry: RegistryKeys;
  readonly signed: SignedRegistrySnapshot;
}): Hex {
  const { registry, signed } = input;
  const verdict = verifyRegistrySnapshot(input);
  if (!verdict.ok) throw new EvmAnswerError(verdict.reason, `snapshot: does not verify (${verdict.reason})`);
  const hint = hintOf(signerKeysOf(registry, signed.signersBitmap));
  const vouch = [toInteger(signed.signersBitmap), hint, toInteger(signed.s), toInteger(signed.commitment)].map(word);
  const snapshot = bytesWords(toHex(encodeRegistrySnapshot(signed.snapshot)).slice(2));
  return call('acceptSnapshot(bytes,(uint256,uint256,uint256,address))', word(160n), ...vouch, ...snapshot);
}

function feedWords({ feedId, sourceId, signaturesRequired, form }: EvmFeed): string[] {
  return [feedId.slice(2), sourceId.slice(2), word(BigInt(signaturesRequired)), word(BigInt(form))];
}

function sourceWords({ sourceId, form }: EvmFeed): string[] {
  return [sourceId.slice(2), word(BigInt(form))];
}

function answerWords(answer: EvmAnswer): string[] {
  const { timestampMs, observedAtMs, registryVersion, signersBitmap, s, commitment, parity } = answer;
  const numbers = [timestampMs, observedAtMs, registryVersion, signersBitmap, s, BigInt(commitment), BigInt(parity)];
  return [answer.value.slice(2), ...numbers.map(word)];
}

/** The list comes last, because it has no fixed width. Its offset stands in its place. */
function callWithList(signature: string, { sourceId, sources, shown, groups }: EvmList, fixed: readonly string[]): Hex {
  const offset = word(BigInt(32 * (fixed.length + 1)));
  const list = [sourceId.slice(2), word(BigInt(sources)), word(BigInt(shown)), word(128n), ...bytesWords(groups.slice(2))];
  return call(signature, offset, ...fixed, ...list);
}

/** The length of some bytes, and the bytes padded to whole words. */
function bytesWords(digits: string): string[] {
  return [word(BigInt(digits.length / 2)), digits.padEnd(Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS, '0')];
}

function word(value: bigint): string {
  return value.toString(16).padStart(WORD_DIGITS, '0');
}

function call(signature: string, ...words: readonly string[]): Hex {
  const selector = toHex(keccak_256(new TextEncoder().encode(signature)).subarray(0, 4)).slice(2);
  return `0x${selector}${words.join('')}`;
}
