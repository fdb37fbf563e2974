import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { deriveFeedId, type SourceId, toForm } from '@oracle-gateway/protocol';
import { signerSetAddress } from '@oracle-gateway/protocol/accounts';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  instructions,
  MAX_TRANSACTION_BYTES,
  submitManyComputeUnits,
  type KeyForm,
  type ListGroup,
  type ShownEntry,
} from '../src/index.js';
import { createWorld, seededRandom, START_SECONDS, type World } from './world.js';

const QUORUM = 3;
const now = Number(START_SECONDS);
const random = seededRandom('list');

function concat(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return concatBytes(...parts.map((part) => Uint8Array.from(part)));
}
function text(label: string): Uint8Array {
  return new TextEncoder().encode(label);
}

/** A list with the hashes of its groups, as docs/protocol.md has them; `absent` places have no value. */
function listOf(sources: number, absent: readonly number[] = []) {
  const entries: ShownEntry[] = Array.from({ length: sources }, (_, place) => ({
    sourceId: random(32) as SourceId,
    value: absent.includes(place) ? null : random(32),
  }));
  const groups = Array.from({ length: Math.ceil(sources / 4) }, (_, group) => entries.slice(4 * group, 4 * group + 4));
  const hashes = groups.map((group) =>
    keccak_256(concat(...group.map(({ sourceId, value }) => concat(sourceId, value === null ? new Uint8Array(33) : concat([1], value))))),
  );
  const minValues = sources - absent.length;
  return {
    entries,
    groups,
    hashes,
    sourceId: keccak_256(concat(text('SVC_LIST_V1'), [sources, minValues], ...entries.map(({ sourceId }) => sourceId))) as SourceId,
    value: keccak_256(concat(text('SVC_VALUES_V1'), [sources], ...hashes)),
    form: toForm(0x80 + sources),
  };
}

describe('a list through this package', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(5);
  });

  type List = ReturnType<typeof listOf>;
  const feedOf = async (sourceId: SourceId) =>
    (await world.reader.feed(deriveFeedId({ owner: world.owner.address, sourceId, signaturesRequired: QUORUM }))).value;

  /** Brings the groups of these places, the others as their hash; the budget is the one asked for, and not a unit more. */
  async function bring(list: List, seconds: number, shown: readonly number[], more: { write?: readonly number[]; keyForm?: KeyForm } = {}) {
    const { form: _form, timestampSeconds: _seconds, gateway: _gateway, ...signed } = world.settlement(QUORUM, seconds, undefined, list);
    const write = more.write ?? list.entries.map((_, place) => place);
    const groups: ListGroup[] = list.groups.map((entries, group) =>
      shown.includes(group)
        ? { entries: entries.map((entry, place) => ({ ...entry, write: write.includes(4 * group + place) })) }
        : { hash: list.hashes[group]! },
    );
    const keyForm = more.keyForm ?? signed.keyForm;
    const instruction = instructions.submitMany({
      ...signed,
      keyForm,
      payer: world.authority.address,
      sources: list.entries.length,
      groups,
      timestampMs: BigInt(seconds) * 1_000n,
      observedAtMs: BigInt(signed.observedAtMs),
    });
    const feeds = instruction.accounts.filter(({ writable, signer }) => writable && !signer).length;
    const sender = world.senderOf(world.authority);
    const options = { computeUnitLimit: submitManyComputeUnits(QUORUM, feeds, keyForm.form), computeUnitPriceMicroLamports: 1n };
    const transaction = await sender.build([instruction], options);
    await sender.broadcast(transaction);
    return transaction.wire.length;
  }

  it('writes the feeds of the groups that are shown, and leaves out what is absent or not named', async () => {
    const list = listOf(7, [1]);
    await bring(list, now - 10, [0], { write: [0, 2] });
    const written = await Promise.all(list.entries.map(({ sourceId }) => feedOf(sourceId)));
    expect(written.map((feed) => feed?.value ?? null)).toEqual([
      list.entries[0]!.value,
      null,
      list.entries[2]!.value,
      ...Array<null>(4).fill(null),
    ]);
    expect(written[0]).toMatchObject({ form: 1, mode: null, signaturesRequired: QUORUM, timestampMs: BigInt(now - 10) * 1_000n });
    await bring(list, now - 10, [0, 1]);
    for (const { sourceId, value } of list.entries.filter((entry) => entry.value !== null))
      expect((await feedOf(sourceId))?.value).toEqual(value);
  });

  it('refuses a value that the nodes did not sign', async () => {
    const list = listOf(2);
    const forged = { ...list, groups: [list.groups[0]!.map((entry) => ({ ...entry, value: random(32) }))] };
    await expect(bring(forged, now - 9, [0])).rejects.toMatchObject({ refusal: { name: 'InvalidAttestation' } });
  });

  it('brings a list of 32 in eight transactions of a group each, by either form of the key, and seven sources in one', async () => {
    const { signersBitmap, keyForm, registryCount } = world.settlement(QUORUM, now);
    const set = { programId: world.programId, registryVersion: 1n, signersBitmap };
    const payer = world.authority.address;
    await world.send(world.authority, instructions.createSignerSet({ ...set, payer, registryCount, aggregateKey: keyForm.aggregateKey }));
    const bySet = { form: 'signer-set', signerSet: signerSetAddress(world.programId, set) } as const;
    for (const more of [{ keyForm: bySet }, {}]) {
      const list = listOf(32);
      for (const group of [0, 1, 2, 3, 4, 5, 6, 7]) await bring(list, now - 8, [group], more);
      for (const { sourceId, value } of list.entries) expect((await feedOf(sourceId))?.value).toEqual(value);
      await expect(bring(listOf(32), now - 8, [0, 1], more)).rejects.toMatchObject({ name: 'TransactionTooLargeError' });
    }
    expect(await bring(listOf(7), now - 8, [0, 1], { keyForm: bySet })).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
    await expect(bring(listOf(8), now - 8, [0, 1], { keyForm: bySet })).rejects.toMatchObject({ name: 'TransactionTooLargeError' });
  });
});
