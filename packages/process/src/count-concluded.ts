import { Counter, type Registry } from 'prom-client';

/** Amounts of a conclusion, in atomic units of the stablecoin. */
interface ConcludedRound {
  readonly path: string;
  readonly kind: string;
  readonly amount: bigint;
  readonly unpaid: bigint;
}

/** Counts the amounts that a process concludes, by path and conclusion. One of `amount` and `unpaid` is 0. */
export function countConcluded({
  prefix,
  registry,
  help,
}: {
  readonly prefix: string;
  readonly registry: Registry;
  /** Tells which conclusions the process makes. */
  readonly help: string;
}): (round: ConcludedRound) => void {
  const name = `${prefix}_concluded_atomic_total`;
  const counter = new Counter({ name, help, labelNames: ['path', 'conclusion'], registers: [registry] });
  return ({ path, kind, amount, unpaid }) => counter.inc({ path, conclusion: kind }, Number(amount + unpaid));
}
