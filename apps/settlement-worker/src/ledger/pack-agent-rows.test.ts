import { createTransactionDraft } from '@oracle-gateway/ledger';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { expect, it } from 'vitest';
import { GATEWAY, GATEWAY_AUTHORITY, MINT, PROGRAM_ID, sampleAgentRound, sampleRound } from '../../tests/support/rounds.js';
import { toRoundProof } from '../pass/round-proof.js';
import { packRows, type Row } from './pack-rows.js';

const keyForm = { form: 'signer-set', signerSet: sampleAddress() } as const;
const gateway = { programId: PROGRAM_ID, gateway: GATEWAY, gatewayAuthority: GATEWAY_AUTHORITY, mint: MINT, keyForm };

function rowOf({ roundId, payload }: Pick<ReturnType<typeof sampleAgentRound>, 'roundId' | 'payload'>): Row {
  return { footprint: toRoundProof(roundId, payload, gateway).footprint, goesAlone: false };
}
/** A round that an escrow pays: its own payer, source and round account. */
function agentRow(): Row {
  return rowOf(sampleAgentRound());
}
function subscriptionRow(): Row {
  return rowOf(sampleRound());
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
