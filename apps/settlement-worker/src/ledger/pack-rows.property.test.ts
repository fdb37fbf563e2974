import { createTransactionDraft, footprintOf, MAX_TRANSACTION_BYTES, type TransactionDraft } from '@oracle-gateway/ledger';
import { toAddress } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRows, type Row } from './pack-rows.js';

const PAYER = toAddress(new Uint8Array(32).fill(1));
const PROGRAM = toAddress(new Uint8Array(32).fill(2));
const MAX_UNITS = 1_400_000;

interface NamedRow extends Row {
  readonly id: number;
}

/** Some with accounts in common, some with much to compute, some alone. */
const rows: fc.Arbitrary<readonly NamedRow[]> = fc
  .array(
    fc.record({
      shared: fc.uniqueArray(fc.integer({ min: 10, max: 20 }), { maxLength: 6 }),
      dataLength: fc.integer({ min: 1, max: 400 }),
      computeUnits: fc.oneof(fc.constant(52_000), fc.integer({ min: 1, max: MAX_UNITS })),
      goesAlone: fc.integer({ max: 9, min: 0 }).map((digit) => digit === 0),
    }),
    { maxLength: 40 },
  )
  .map((drafts) =>
    drafts.map(({ shared, dataLength, computeUnits, goesAlone }, id) => {
      const own = new Uint8Array(32).fill(200);
      own[0] = id;
      const accounts = [own, ...shared.map((byte) => new Uint8Array(32).fill(byte))].map((bytes) => ({
        address: toAddress(bytes),
        signer: false,
        writable: true,
      }));
      return { id, goesAlone, footprint: footprintOf({ programId: PROGRAM, accounts, data: new Uint8Array(dataLength) }, computeUnits) };
    }),
  );

function newDraft(): TransactionDraft {
  return createTransactionDraft({ payer: PAYER, hasPrice: true });
}
function draftOf(packed: readonly Row[]): TransactionDraft {
  const draft = newDraft();
  packed.forEach(({ footprint }) => draft.add(footprint));
  return draft;
}

describe('packing rows into transactions', () => {
  it('never makes one that is too large or computes too long', () => {
    fc.assert(
      fc.property(rows, (given) => {
        for (const { rows: packed } of packRows(given, { newDraft, limit: 1_000 })) {
          expect(draftOf(packed).byteLength).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
          expect(packed.reduce((sum, { footprint }) => sum + footprint.computeUnits, 0)).toBeLessThanOrEqual(MAX_UNITS);
        }
      }),
    );
  });

  it('never loses or doubles a row', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const ids = packRows(given, { newDraft, limit: 1_000 }).flatMap(({ rows: packed }) => packed.map(({ id }) => id));
        expect(ids.toSorted((a, b) => a - b)).toEqual(given.map(({ id }) => id));
      }),
    );
  });

  it('leaves no row behind that would have fitted, and begins each transaction with the oldest that is left', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const packs = packRows(given, { newDraft, limit: 1_000 });
        const left = [...given];
        for (const { rows: packed } of packs) {
          expect(packed[0]).toBe(left[0]);
          for (const row of packed) left.splice(left.indexOf(row), 1);
          if (packed[0]?.goesAlone === true) expect(packed).toHaveLength(1);
          else for (const row of left) if (!row.goesAlone) expect(draftOf(packed).growthBy(row.footprint)).toBeNull();
        }
      }),
    );
  });

  it('lets what goes alone share with no other', () => {
    fc.assert(
      fc.property(rows, (given) => {
        for (const { rows: packed } of packRows(given, { newDraft, limit: 1_000 }))
          if (packed.some(({ goesAlone }) => goesAlone)) expect(packed).toHaveLength(1);
      }),
    );
  });

  it('makes no more than the limit, of the oldest rows', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 5 }), (given, limit) => {
        const all = packRows(given, { newDraft, limit: 1_000 });
        expect(packRows(given, { newDraft, limit })).toEqual(all.slice(0, limit));
      }),
    );
  });
});
