import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { deriveFeedId, type ListEntry, type Address, type SourceId, MAX_SOURCES } from '@oracle-gateway/protocol';
import { equalBytes, LIST_GROUP, listGroup } from '@oracle-gateway/protocol/internal';
import { feedAddress } from '@oracle-gateway/protocol/accounts';

import { writable, type LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import * as generated from '@oracle-gateway/protocol/instructions';
import { proofFields, type ProofInput } from './proof.js';

/** An entry of a list that a transaction shows. */
export interface ShownEntry extends ListEntry {
  /** False leaves the feed of a present value unwritten. It keeps the address out of the transaction. */
  readonly write?: boolean;
}

/** Four places of a list, the last group fewer: shown, or as their 32-byte hash. */
export type ListGroup = { readonly entries: readonly ShownEntry[] } | { readonly hash: Uint8Array };

/** Values of a list for the accounts of their feeds. */
export interface SubmitManyInput extends ProofInput {
  readonly programId: Address;
  /** Any key; pays for the accounts of feeds that do not exist yet. */
  readonly payer: Address;
  /** The consumer authority of the attestation, or `NO_OWNER` on the pay-per-request path. */
  readonly feedOwner: Address;
  /** Id of the list. */
  readonly sourceId: SourceId;
  readonly timestampMs: bigint;
  /** The stamp, unix milliseconds. */
  readonly observedAtMs: bigint;
  /** Number of sources of the list. */
  readonly sources: number;
  /** All groups of the list in order. */
  readonly groups: readonly ListGroup[];
  readonly registryVersion: bigint;
}

/** The groups of a list: whole where a value of theirs is to be written, otherwise as their hash. */
export function shownGroups(entries: readonly ShownEntry[]): readonly ListGroup[] {
  return Array.from({ length: Math.ceil(entries.length / LIST_GROUP) }, (_, place) => {
    const group = entries.slice(LIST_GROUP * place, LIST_GROUP * (place + 1));
    return group.some(({ value, write = true }) => value !== null && write) ? { entries: group } : { hash: keccak_256(listGroup(group)) };
  });
}

/** Accounts before the signer set and the feeds. */
const FIXED_ACCOUNTS = 4;

/** Tag 37: writes values of a list to the feeds of its sources, each unless its feed has one that is as new. */
export function submitMany(input: SubmitManyInput): LedgerInstruction {
  const { programId, groups, sources, feedOwner, signaturesRequired } = input;
  requireGroups(groups, sources);
  const { s, commitment, keyForm, keyAndBitmap, signerSet } = proofFields(input);
  const given = groups.flatMap((group) => ('entries' in group ? group.entries.filter(({ value }) => value !== null) : []));
  const feeds = given.map(({ sourceId, write = true }) =>
    // The program's own id stands for a feed that is left out.
    write ? feedAddress(programId, deriveFeedId({ owner: feedOwner, sourceId, signaturesRequired })) : programId,
  );
  const { accounts, ...instruction } = generated.submitMany({
    ...input,
    owner: feedOwner,
    shown: groups.reduce((bits, group, place) => ('entries' in group ? bits | (1 << place) : bits), 0),
    groupsAndProof: concatBytes(
      ...groups.map((group) => ('hash' in group ? group.hash : listGroup(group.entries))),
      s,
      commitment,
      Uint8Array.of(keyForm),
      keyAndBitmap,
    ),
    signerSetAndFeeds: [...(signerSet === undefined ? [] : [signerSet]), ...feeds],
  });
  const firstFeed = FIXED_ACCOUNTS + (signerSet === undefined ? 0 : 1);
  return {
    ...instruction,
    accounts: accounts.map((meta, place) => (place < firstFeed || equalBytes(meta.address, programId) ? meta : writable(meta.address))),
  };
}

function requireGroups(groups: readonly ListGroup[], sources: number): void {
  if (!Number.isInteger(sources) || sources < 2 || sources > MAX_SOURCES)
    throw new RangeError(`sources: must be an integer 2..${MAX_SOURCES}`);
  if (groups.length !== Math.ceil(sources / LIST_GROUP)) throw new RangeError('groups: must be one for every four sources');
  groups.forEach((group, place) => {
    const places = Math.min(LIST_GROUP, sources - LIST_GROUP * place);
    if ('entries' in group && group.entries.length !== places) throw new RangeError(`groups: number ${place} must have ${places} entries`);
    if ('hash' in group && group.hash.length !== 32) throw new RangeError('groups: a hash must be 32 bytes');
  });
}
