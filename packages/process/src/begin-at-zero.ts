import type { Counter } from 'prom-client';

/**
 * Begins a counter's series at 0, one for each combination of the labels' values. A series that begins with its first event has risen by nothing:
 * a rule of Prometheus would miss that event.
 */
export function beginAtZero<Label extends string>(
  counter: Pick<Counter<Label>, 'inc'>,
  values: { readonly [Name in Label]: readonly (string | number)[] },
): void {
  let combinations: Partial<Record<Label, string | number>>[] = [{}];
  for (const [label, of] of Object.entries<readonly (string | number)[]>(values))
    combinations = combinations.flatMap((labels) => of.map((value) => ({ ...labels, [label]: value })));
  for (const labels of combinations) counter.inc(labels, 0);
}
