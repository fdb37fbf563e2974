/** The treasury around one transaction. */
export interface TreasuryChange {
  readonly slot: number;
  readonly beforeAtomic: bigint;
  readonly afterAtomic: bigint;
}

/** Slots between which the treasury changed without a transaction that the server has; one slot twice: within it. */
export interface TreasuryHole {
  readonly afterSlot: number;
  readonly beforeSlot: number;
  readonly amountAtomic: bigint;
}

export interface TreasuryChain {
  /** The treasury before the first and after the last transaction; null: none names it. */
  readonly treasury: Omit<TreasuryChange, 'slot'> | null;
  readonly holes: readonly TreasuryHole[];
}

/** A balance at one side of a transaction. */
interface Balance {
  readonly slot: number;
  readonly atomic: bigint;
}

/**
 * Each transaction begins with a balance that another one left, but for the first. Servers name the transactions of one slot in any order, so
 * `changes` may come in any. A balance that no other transaction left, beyond the first, is behind a hole.
 */
export function treasuryChain(changes: readonly TreasuryChange[]): TreasuryChain {
  const befores = inOrder(changes.map(({ slot, beforeAtomic }) => ({ slot, atomic: beforeAtomic })));
  const afters = inOrder(changes.map(({ slot, afterAtomic }) => ({ slot, atomic: afterAtomic })));
  const [starts, ends] = [without(befores, afters), without(afters, befores)];
  const [first, last] = [starts[0] ?? befores[0], ends.at(-1) ?? befores[0]];
  if (first === undefined || last === undefined) return { treasury: null, holes: [] };
  const holes = starts.slice(1).flatMap((start, index): readonly TreasuryHole[] => {
    const end = ends[index];
    return end === undefined ? [] : [{ afterSlot: end.slot, beforeSlot: start.slot, amountAtomic: start.atomic - end.atomic }];
  });
  return { treasury: { beforeAtomic: first.atomic, afterAtomic: last.atomic }, holes };
}

/** The oldest first; within a slot the smallest, as payments make them. */
function inOrder(balances: readonly Balance[]): readonly Balance[] {
  return balances.toSorted((one, other) => one.slot - other.slot || Number(one.atomic - other.atomic));
}

/** Each balance as often as `balances` has it more often than `others`. */
function without(balances: readonly Balance[], others: readonly Balance[]): readonly Balance[] {
  const left = new Map<bigint, number>();
  for (const { atomic } of others) left.set(atomic, (left.get(atomic) ?? 0) + 1);
  return balances.filter(({ atomic }) => {
    const count = left.get(atomic) ?? 0;
    left.set(atomic, count - 1);
    return count <= 0;
  });
}
