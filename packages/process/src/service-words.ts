import { parseArgs } from 'node:util';
import { CommandLineError } from './run-program.js';

export interface ServiceWordsInput {
  readonly args: readonly string[];
  /** The usage text, with its last line ended. */
  readonly usage: string;
  readonly version: string;
  readonly write: (text: string) => void;
}

export interface ServiceWords {
  /** Path of the configuration. */
  readonly config: string;
  /** Words that are neither a flag nor its value. */
  readonly words: readonly string[];
}

/** Reads the command line of a service with one configuration. null: it was answered, by usage or version. Throws UsageError. */
export function readServiceWords({ args, usage, version, write }: ServiceWordsInput): ServiceWords | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { config: { type: 'string' }, help: { type: 'boolean' }, version: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help === true || values.version === true) {
    write(values.help === true ? usage : `${version}\n`);
    return null;
  }
  if (values.config === undefined) throw new CommandLineError('--config is required');
  return { config: values.config, words: positionals };
}
