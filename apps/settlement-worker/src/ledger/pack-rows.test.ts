import { createTransactionDraft, type TransactionDraft } from '@oracle-gateway/ledger';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { toAddress } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { GATEWAY_AUTHORITY, MINT, PROGRAM_ID, sampleRound } from '../../tests/support/rounds.js';
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

it('holds four rounds of four subscriptions when the program knows their signers', () => {
  const signerSet = sampleAddress();
  const rows = Array.from({ length: 5 }, () => {
    const { roundId, payload } = sampleRound();
    const ledger = {
      programId: PROGRAM_ID,
      gatewayAuthority: GATEWAY_AUTHORITY,
      mint: MINT,
      keyForm: { form: 'signer-set', signerSet } as const,
    };
    return { footprint: toRoundProof(roundId, payload, ledger).footprint, goesAlone: false };
  });
  expect(packRows(rows, { newDraft, limit: 9 }).map((pack) => pack.rows.length)).toEqual([4, 1]);
});
