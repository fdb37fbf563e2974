import { createTransactionDraft, footprintOf, instructions, settleAgentComputeUnits } from '@oracle-gateway/ledger';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { toAddress, type SourceId } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { GATEWAY_AUTHORITY, MINT, PROGRAM_ID, sampleRound } from '../../tests/support/rounds.js';
import { toRoundProof } from '../round-proof.js';
import { packRows, type Row } from './pack-rows.js';

const signerSet = sampleAddress();
const keyForm = { form: 'signer-set', signerSet } as const;
const QUORUM = 3;
/** Of five nodes. */
const signersBitmap = new Uint8Array(32).fill(7, 31);

function bytes(length: number): Uint8Array {
  return new Uint8Array(length).fill(1);
}

/** A round that an escrow pays: its own payer, source and round account. */
function agentRow(): Row {
  const instruction = instructions.settleAgentRound({
    programId: PROGRAM_ID,
    gatewayAuthority: GATEWAY_AUTHORITY,
    payer: toAddress(sampleAddress()),
    mint: MINT,
    sourceId: sampleAddress() as Uint8Array as SourceId,
    value: bytes(32),
    signaturesRequired: QUORUM,
    canonicalTimestampSeconds: 1_700_000_000,
    amountAtomic: 1_000n,
    requestSignature: bytes(64),
    registryVersion: 1n,
    registryCount: 5,
    s: bytes(32),
    commitment: bytes(20),
    keyForm,
    signersBitmap,
  });
  return { footprint: footprintOf(instruction, settleAgentComputeUnits(QUORUM, [255])), goesAlone: false };
}

function subscriptionRow(): Row {
  const { roundId, payload } = sampleRound();
  const { footprint } = toRoundProof(roundId, payload, { programId: PROGRAM_ID, gatewayAuthority: GATEWAY_AUTHORITY, mint: MINT, keyForm });
  return { footprint, goesAlone: false };
}

function pack(rows: readonly Row[]): readonly (readonly Row[])[] {
  const newDraft = () => createTransactionDraft({ payer: GATEWAY_AUTHORITY, hasPrice: true });
  return packRows(rows, { newDraft, limit: rows.length }).map((packed) => packed.rows);
}

it('two rounds of two payers share a transaction', () => {
  expect(pack([agentRow(), agentRow(), agentRow()]).map(({ length }) => length)).toEqual([2, 1]);
});

it('rounds of agents and of subscriptions share transactions, and none is left out', () => {
  const agents = Array.from({ length: 4 }, agentRow);
  const rows = [...agents, ...Array.from({ length: 4 }, subscriptionRow)];
  const packs = pack(rows);
  expect(new Set(packs.flat())).toEqual(new Set(rows));
  expect(packs.flat()).toHaveLength(rows.length);
  expect(Math.min(...packs.map(({ length }) => length))).toBeGreaterThanOrEqual(2);
  expect(packs.some((packed) => packed.filter((row) => agents.includes(row)).length >= 2)).toBe(true);
});
