import { ConfigError, type ConfigFault, throwFaults } from './config-error.js';

type Readers = Readonly<Record<string, () => unknown>>;
type Values<R extends Readers> = { readonly [Name in keyof R]: Awaited<ReturnType<R[Name]>> };

/**
 * Runs readers of settings that do not need each other, and returns what each returned under its name. Where some throw ConfigError, it throws
 * one with the faults of all of them: an operator hears everything at once. Any other error is thrown as it is.
 */
export async function readAll<const R extends Readers>(readers: R): Promise<Values<R>> {
  const entries = await readEach(Object.entries(readers), async ([name, read]) => [name, await read()] as const);
  // The entries are those of the readers, each with what its reader returned.
  return Object.fromEntries(entries) as Values<R>;
}

/** Reads each entry of a list, as `readAll` reads. */
export async function readEach<E, T>(
  entries: readonly E[],
  read: (entry: E, position: number) => T | Promise<T>,
): Promise<readonly Awaited<T>[]> {
  const outcomes = await Promise.allSettled(entries.map(async (entry, position) => read(entry, position)));
  throwFaults(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? faultsOf(outcome.reason) : [])));
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

/** Throws an error that is not about settings. */
export function faultsOf(error: unknown): readonly ConfigFault[] {
  if (error instanceof ConfigError) return error.faults;
  throw error;
}
