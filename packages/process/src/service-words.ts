import { parseArgs } from 'node:util';
import { CommandLineError } from './run-program.js';

export interface ServiceWordsInput {
  readonly args: readonly string[];
  /** The usage text, with its last line ended. */
  readonly usage: string;
  readonly version: string;
  readonly write: (text: string) => void;
  /** Flags of commands beside those of every service: with a value, or a switch. */
  readonly flags?: Readonly<Record<string, 'text' | 'switch'>>;
}

export interface ServiceWords {
  /** Path of the configuration. */
  readonly config: string;
  /** Words that are neither a flag nor its value. */
  readonly words: readonly string[];
  /** The flags of commands that were given. */
  readonly flags: ReadonlyMap<string, string | true>;
}

/** Reads the command line of a service with one configuration. null: it was answered, by usage or version. Throws UsageError. */
export function readServiceWords({ args, usage, version, write, flags = {} }: ServiceWordsInput): ServiceWords | null {
  const ofCommands = Object.entries(flags).map(([name, kind]) => [name, { type: kind === 'text' ? 'string' : 'boolean' }] as const);
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(ofCommands), config: { type: 'string' }, help: { type: 'boolean' }, version: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help === true || values.version === true) {
    write(values.help === true ? usage : `${version}\n`);
    return null;
  }
  if (values.config === undefined) throw new CommandLineError('--config is required');
  return { config: values.config, words: positionals, flags: flagsOf(values, Object.keys(flags)) };
}

function flagsOf(values: Readonly<Record<string, unknown>>, names: readonly string[]): ReadonlyMap<string, string | true> {
  const given = new Map<string, string | true>();
  for (const name of names) {
    const value = values[name];
    if (typeof value === 'string' || value === true) given.set(name, value);
  }
  return given;
}
