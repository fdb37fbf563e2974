import { createTransactionDraft, type TransactionDraft } from '@oracle-gateway/ledger';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { toAddress, type Address } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { GATEWAY, GATEWAY_AUTHORITY, MINT, PROGRAM_ID, sampleRound } from '../../tests/support/rounds.js';
import { toRoundProof } from '../pass/round-proof.js';
import { packRows, type Row } from './pack-rows.js';

function newDraft(): TransactionDraft {
  return createTransactionDraft({ payer: GATEWAY_AUTHORITY, hasPrice: true });
}
function row(owner = sampleAddress()): Row {
  return { footprint: sampleRound(undefined, undefined, undefined, owner).proof.footprint, goesAlone: false };
}

it('is full when no other round of its kind fits, and not before', () => {
  const owner = sampleAddress();
  const packs = packRows(
    Array.from({ length: 4 }, () => row(owner)),
    { newDraft, limit: 9 },
  );
  expect(packs.map(({ rows, isFull }) => [rows.length, isFull])).toEqual([
    [3, true],
    [1, false],
  ]);
});

it('brings rounds of one subscription together', () => {
  const owners = [sampleAddress(), sampleAddress()];
  const rows = Array.from({ length: 6 }, (_, index) => row(owners[index % 2]));
  const packs = packRows(rows, { newDraft, limit: 9 });
  expect(packs.map((pack) => pack.rows.map((packed) => rows.indexOf(packed) % 2))).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
});

it('calls full what computes so long that nothing else fits', () => {
  const footprint = { byteLength: 10, addresses: [String(toAddress(new Uint8Array(32)))], computeUnits: 1_000_000 };
  expect(packRows([{ footprint, goesAlone: false }], { newDraft, limit: 1 })).toMatchObject([{ isFull: true }]);
});

describe('when the program knows their signers', () => {
  const keyForm = { form: 'signer-set', signerSet: sampleAddress() } as const;
  const ledger = { programId: PROGRAM_ID, gateway: GATEWAY, gatewayAuthority: GATEWAY_AUTHORITY, mint: MINT, keyForm };
  const rowsOf = (owners: readonly (Address | undefined)[]) =>
    owners.map((owner) => {
      const { roundId, payload } = sampleRound(undefined, undefined, undefined, owner);
      return { footprint: toRoundProof(roundId, payload, ledger).footprint, goesAlone: false };
    });
  const owner = sampleAddress();

  it.each([
    ['four rounds of one subscription', Array<Address>(5).fill(owner), true, [4, 1]],
    ['four rounds of four subscriptions without a price', Array<undefined>(5).fill(undefined), false, [4, 1]],
    ['three rounds of three subscriptions with one', Array<undefined>(5).fill(undefined), true, [3, 2]],
  ] as const)('a transaction holds %s', (_name, owners, hasPrice, lengths) => {
    const draft = () => createTransactionDraft({ payer: GATEWAY_AUTHORITY, hasPrice });
    expect(packRows(rowsOf(owners), { newDraft: draft, limit: 9 }).map((pack) => pack.rows.length)).toEqual(lengths);
  });
});
