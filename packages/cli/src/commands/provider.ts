import { command, EXIT_CODES, operand, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
import { type Files, parseJson, UsageError } from '@oracle-gateway/caller/settings';
import type { ProviderError } from '@oracle-gateway/providers';
import type { CliCommand } from '../deps.js';

export const providerCheck: CliCommand = command({
  words: 'provider check',
  summary: 'Checks a file that describes a data provider, and tells all that is wrong at once',
  description: [
    'An operator names such a file in `providers.files`; docs/providers.md says what it holds. No gateway and no provider is asked.',
    'The second file holds an answer of the source of each feed. The selector of each feed is tried on it, as a node does.',
  ],
  operands: [
    { name: 'file', meaning: 'file that describes the provider', isRequired: true },
    { name: 'answers', meaning: 'file with an answer for each feed, as in packages/providers/src/fixtures', isRequired: false },
  ],
  flags: { ...OUTPUT_FLAGS },
  examples: [
    ['oracle-gateway provider check mine.json', 'each broken rule on a line'],
    ['oracle-gateway provider check mine.json mine.answers.json', 'with the selectors tried'],
  ],
  async run({ operands, around: { files }, terminal }) {
    const { checkAnswers, checkProvider, feedCount, parseAnswers, ProviderError: Fault } = await import('@oracle-gateway/providers');
    const check = checkProvider(await readJsonFile(files, 'file', operand({ operands }, 0)));
    const faults = (found: readonly ProviderError[]): typeof EXIT_CODES.usage => {
      for (const { field, rule } of found) terminal.result(`${field}: ${rule}`, { field, rule });
      terminal.note(`${found.length} to mend`);
      return EXIT_CODES.usage;
    };
    if ('faults' in check) return faults(check.faults);
    const { id, flows, indices } = check.provider;
    const count = feedCount(flows, indices);
    const path = operands[1];
    if (path !== undefined) {
      const plain = await readJsonFile(files, 'answers', path);
      try {
        const found = checkAnswers(check.provider, parseAnswers(plain));
        if (found.length > 0) return faults(found);
      } catch (error) {
        if (error instanceof Fault) return faults([error]);
        throw error;
      }
    }
    const tried = path === undefined ? 'no selector was tried: give a file of answers' : 'each selector finds its value';
    terminal.result(`${id}: ${count} feeds; ${tried}`, { id, feeds: count, tried: path !== undefined });
    return EXIT_CODES.done;
  },
});

export const providerSchema: CliCommand = command({
  words: 'provider schema',
  summary: 'Prints the JSON Schema of a file that describes a data provider',
  description: ['An editor that has it tells mistakes of form while the file is written. `provider check` tells all others.'],
  operands: [],
  flags: { ...OUTPUT_FLAGS },
  examples: [['oracle-gateway provider schema > provider.schema.json', 'into a file']],
  async run({ terminal }) {
    const { ProviderSchema } = await import('@oracle-gateway/providers');
    terminal.result(JSON.stringify(ProviderSchema, null, 2), ProviderSchema);
    return EXIT_CODES.done;
  },
});

async function readJsonFile(files: Pick<Files, 'read'>, field: string, path: string): Promise<unknown> {
  const text = await files.read(field, path);
  if (text === null) throw new UsageError(field, 'must be a file that exists');
  return parseJson(field, text);
}
