import type { TypedCommand } from '@oracle-gateway/caller/command';

import { ACCOUNT_FLAGS, CONNECTION_FLAGS, LIST_FLAGS, ROUND_FLAGS, SOURCE_FLAGS } from '../flag-groups.js';

/** Flags of a dry run, in the order in which it is told. */
const FLAGS = Object.keys({ ...SOURCE_FLAGS, ...ROUND_FLAGS, ...LIST_FLAGS, ...ACCOUNT_FLAGS, ...CONNECTION_FLAGS });
/** Flags that may spell a credential: a line that holds one could end in a log. */
const UNTOLD: readonly string[] = ['header', 'body'];
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** The command that tries for free what a command has asked for; null for a command that asks for no round. */
export function dryRunOf({ words, operands, flags }: TypedCommand): string | null {
  if (words !== 'get' && words !== 'watch') return null;
  if (UNTOLD.some((name) => flags.has(name))) return `the same command, with simulate in place of ${words}`;
  const told = FLAGS.flatMap((name) =>
    (flags.get(name) ?? []).flatMap((value) => (value === '' ? [`--${name}`] : [`--${name}`, quoted(value)])),
  );
  return ['oracle-gateway', 'simulate', ...operands.map(quoted), ...told].join(' ');
}

/** A word of a command, for a shell. */
export function quoted(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
