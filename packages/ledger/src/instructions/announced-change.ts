import { keccak_256 } from '@noble/hashes/sha3.js';
import { NO_OWNER, toAddress, type Address } from '@oracle-gateway/protocol';
import { decodeStruct, equalBytes, structLength } from '@oracle-gateway/protocol/internal';
import type { PendingChangeAccount } from '@oracle-gateway/protocol/accounts';

import { writable, type LedgerInstruction, derivedAddresses } from '@oracle-gateway/protocol/instructions';
import { CHANGE, type RegistryChange } from './change-registry.js';
import * as generated from '@oracle-gateway/protocol/instructions';
import type { ProtocolSettings } from './settings.js';

const TAGS = { updateConfig: 1, proposeAuthority: 2, changeRegistry: 6 } as const;
/** Tag, buffer, emergency and count stand before the changes. */
const CHANGES_OFFSET = 4;
const CHANGE_BYTES = structLength(CHANGE);
const KEY_BYTES = 64;
/** Accounts of `change_registry` before the pending change. */
const REGISTRY_ACCOUNTS = 5;

/** keccak256 of the instruction's data: a seed of the account in which it is announced. */
export function changeDigest({ data }: Pick<LedgerInstruction, 'data'>): Uint8Array {
  return keccak_256(data);
}

/** A change that waits for its delay. */
export interface AnnounceChangeInput {
  readonly programId: Address;
  readonly authority: Address;
  /** A `change_registry`, `update_config` or `propose_authority`, as `madeAsAnnounced` takes it. */
  readonly change: LedgerInstruction;
}

/** Tag 34: writes a change where anyone reads it, with the present key of each node that it sets. It can be made after the delay. */
export function announceChange({ programId, authority, change }: AnnounceChangeInput): LedgerInstruction {
  const nodes = slotChanges(change.data)
    .filter(({ op }) => op === 'set')
    .map(({ index }) => derivedAddresses.node(programId, index));
  return generated.announceChange({ programId, authority, change: change.data, digest: changeDigest(change), nodes });
}

/** The instruction with the account in which it was announced. A change that needs no announcement is refused with that account. */
export function madeAsAnnounced(change: LedgerInstruction): LedgerInstruction {
  const { programId, accounts, data } = change;
  const place = data[0] === TAGS.changeRegistry ? REGISTRY_ACCOUNTS : accounts.length;
  const pending = writable(derivedAddresses.pendingChange(programId, changeDigest(change)));
  return { ...change, accounts: [...accounts.slice(0, place), pending, ...accounts.slice(place)] };
}

/** Effect of an announced change once it is made. */
export type AnnouncedChange =
  | { readonly kind: 'settings'; readonly settings: ProtocolSettings }
  /** null withdraws the proposal. */
  | { readonly kind: 'authority'; readonly newAuthority: Address | null }
  | { readonly kind: 'registry'; readonly redundancyBuffer: number; readonly changes: readonly AnnouncedSlotChange[] };

/** A change with the key that was announced, 64 bytes, for an index that is set. */
export type AnnouncedSlotChange = RegistryChange & { readonly publicKey: Uint8Array | null };

/** Reads an announced change; null where this package does not know the instruction. */
export function decodeAnnouncedChange({ change }: Pick<PendingChangeAccount, 'change'>): AnnouncedChange | null {
  const [tag] = change;
  if (tag === TAGS.updateConfig && change.length === structLength(generated.UPDATE_CONFIG))
    return { kind: 'settings', settings: settingsOf(change) };
  if (tag === TAGS.proposeAuthority && change.length === structLength(generated.PROPOSE_AUTHORITY)) {
    const { newAuthority } = decodeStruct(generated.PROPOSE_AUTHORITY, change);
    return { kind: 'authority', newAuthority: keyOrNull(newAuthority) };
  }
  return tag === TAGS.changeRegistry ? registryChangeOf(change) : null;
}

function settingsOf(change: Uint8Array): ProtocolSettings {
  const { minSigners, versionGraceSeconds, settleWindowSeconds, withdrawDelaySeconds, additionsDelaySeconds, guardian, ...rest } =
    decodeStruct(generated.UPDATE_CONFIG, change);
  const { tag: _tag, ...prices } = rest;
  const times = { versionGraceSeconds, settleWindowSeconds, withdrawDelaySeconds, additionsDelaySeconds };
  return { minSigners, ...times, guardian: keyOrNull(guardian), prices };
}

function registryChangeOf(change: Uint8Array): AnnouncedChange | null {
  const changes = slotChanges(change);
  const keys = change.subarray(CHANGES_OFFSET + CHANGE_BYTES * changes.length);
  const sets = changes.filter(({ op }) => op === 'set');
  if (keys.length !== KEY_BYTES * sets.length) return null;
  const keyOf = new Map(sets.map(({ index }, place) => [index, keys.slice(KEY_BYTES * place, KEY_BYTES * (place + 1))]));
  return {
    kind: 'registry',
    redundancyBuffer: change[1] ?? 0,
    changes: changes.map((slot) => ({ ...slot, publicKey: slot.op === 'set' ? (keyOf.get(slot.index) ?? null) : null })),
  };
}

/** The changes of the data of a `change_registry`; none of any other instruction. */
function slotChanges(data: Uint8Array): readonly RegistryChange[] {
  if (data[0] !== TAGS.changeRegistry) return [];
  const count = data[CHANGES_OFFSET - 1] ?? 0;
  return Array.from({ length: count }, (_, place) => {
    const start = CHANGES_OFFSET + CHANGE_BYTES * place;
    const { op, index } = decodeStruct(CHANGE, data.subarray(start, start + CHANGE_BYTES));
    return { op: op === 0 ? 'set' : 'remove', index };
  });
}

function keyOrNull(key: Uint8Array): Address | null {
  return equalBytes(key, NO_OWNER) ? null : toAddress(key);
}
