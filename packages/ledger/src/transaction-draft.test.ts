import { toAddress } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';

import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import { createTransactionDraft, footprintOf, type InstructionFootprint, type TransactionDraft } from './transaction-draft.js';

const PAYER = toAddress(new Uint8Array(32).fill(1));

function emptyDraft(): TransactionDraft {
  return createTransactionDraft({ payer: PAYER, hasPrice: false });
}

function footprint(members: Partial<InstructionFootprint> = {}): InstructionFootprint {
  return { byteLength: 3, addresses: ['program'], computeUnits: 0, ...members };
}

it('holds what computes as long as one transaction may, and not a unit more', () => {
  const draft = emptyDraft();
  draft.add(footprint({ computeUnits: 1_300_000 }));
  expect(draft.growthBy(footprint({ computeUnits: 100_000 }))).toBe(3);
  expect(draft.growthBy(footprint({ computeUnits: 100_001 }))).toBeNull();
});

it('locks no more accounts than one transaction may', () => {
  const draft = emptyDraft();
  // These addresses, the payer and the compute budget program are one less than 64; their bytes are another rule's.
  draft.add(footprint({ byteLength: -2_000, addresses: Array.from({ length: 61 }, (_, index) => `a${index}`) }));
  expect(draft.growthBy(footprint({ addresses: ['b'] }))).not.toBeNull();
  expect(draft.growthBy(footprint({ addresses: ['b', 'c'] }))).toBeNull();
});

it('takes a first instruction however large it is: building it says what is wrong', () => {
  const large: LedgerInstruction = { programId: PAYER, accounts: [], data: new Uint8Array(2_000) };
  expect(emptyDraft().growthBy(footprintOf(large, 1))).toBeGreaterThan(2_000);
});
