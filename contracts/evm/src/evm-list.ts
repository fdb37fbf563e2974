import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { type DeploymentId, type ListEntry, listValue, formOfList } from '@oracle-gateway/protocol';
import { equalBytes, listGroups } from '@oracle-gateway/protocol/internal';
import type { RegistryKeys } from '@oracle-gateway/schnorr';
import { type EvmRound, evmRoundOf, type Hex, evmHex } from './evm-answer.js';
import { EvmAnswerError } from './evm-answer-error.js';
import { readEntries, readResult } from './read-result.js';

/** `List` of StoredFeeds.sol, as viem and ethers take it. */
export interface EvmList {
  /** 32 bytes. */
  readonly sourceId: Hex;
  readonly sources: number;
  /** A bit for each group that is shown. */
  readonly shown: number;
  readonly groups: Hex;
}

/** An answer to a list in the form that viem and ethers take, verified. */
export interface EvmListRound extends EvmRound {
  readonly list: EvmList;
}

/**
 * Turns a gateway's answer to a list into what the contracts take, after verifying it: values and signature.
 *
 * @param input.result the JSON of the answer, flat or nested
 * @param input.registry the keys of its registry version, read from the ledger
 * @param input.groups places of the groups that are shown, from 0; all unless given. Group j has the sources 4j to 4j + 3.
 * @throws EvmAnswerError
 * @throws RangeError for a group that the list lacks
 */
export function evmListOf(input: {
  readonly result: unknown;
  readonly registry: RegistryKeys;
  readonly deploymentId: DeploymentId;
  readonly groups?: readonly number[];
}): EvmListRound {
  const entries = readEntries(input.result);
  const form = formOfList(entries.length);
  const round = evmRoundOf({ ...input, form });
  if (!equalBytes(listValue(entries), readResult(input.result, form).value))
    throw new EvmAnswerError('values', 'values: must be those that the nodes signed');
  return { ...round, list: listOf(round.feed.sourceId, entries, input.groups) };
}

function listOf(sourceId: Hex, entries: readonly ListEntry[], shown?: readonly number[]): EvmList {
  const groups = listGroups(entries);
  const places = shown ?? [...groups.keys()];
  if (!places.every((place) => groups[place] !== undefined)) throw new RangeError(`groups: must be places from 0 to ${groups.length - 1}`);
  return {
    sourceId,
    sources: entries.length,
    shown: places.reduce((bits, place) => bits | (1 << place), 0),
    groups: evmHex(concatBytes(...groups.map((group, place) => (places.includes(place) ? group : keccak_256(group))))),
  };
}
