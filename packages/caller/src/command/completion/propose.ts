import type { CommandDefinition } from '../command.js';
import type { Flag } from '../flag.js';

type Declared = Pick<CommandDefinition<unknown>, 'words' | 'operands' | 'flags'>;

/** Words that may stand where the last word is typed; none where it may be a file or anything else. */
export async function propose(definitions: readonly Declared[], words: readonly string[]): Promise<readonly string[]> {
  // Bash splits --flag=value into three words.
  const typed = words.filter((word, place) => word !== '=' || place === words.length - 1);
  const last = typed.at(-1) === '=' ? '' : (typed.at(-1) ?? '');
  const before = typed.slice(0, -1);
  const called = commandOf(definitions, before);
  const next = nextWords(definitions, before);
  const all = called === null ? next : await ofCommand(called, last, next);
  return all.filter((text) => text.startsWith(last));
}

interface CalledCommand {
  readonly definition: Declared;
  /** The words after the command's own. */
  readonly rest: readonly string[];
}

/** The longest command that the words begin with. */
function commandOf(definitions: readonly Declared[], words: readonly string[]): CalledCommand | null {
  const found = definitions
    .map((definition) => ({ definition, names: definition.words.split(' ') }))
    .filter(({ names }) => names.every((name, place) => words[place] === name))
    .toSorted((a, b) => b.names.length - a.names.length)[0];
  return found === undefined ? null : { definition: found.definition, rest: words.slice(found.names.length) };
}

/** Words of commands that may follow. */
function nextWords(definitions: readonly Declared[], before: readonly string[]): readonly string[] {
  const names = definitions.map((definition) => definition.words.split(' '));
  const next = names.filter((own) => before.every((word, place) => own[place] === word)).flatMap((own) => own[before.length] ?? []);
  return [...new Set(before.length === 0 ? [...next, 'help', '--help', '--version'] : next)];
}

async function ofCommand({ definition, rest }: CalledCommand, last: string, next: readonly string[]): Promise<readonly string[]> {
  const waiting = valueFlag(definition, rest.at(-1));
  if (waiting !== null) return waiting.choices ?? [];
  if (last.startsWith('-')) return [...Object.keys(definition.flags).map((name) => `--${name}`), '--help'];
  const place = rest.filter((word, position) => !word.startsWith('-') && valueFlag(definition, rest[position - 1]) === null).length;
  const final = definition.operands.at(-1);
  const typed = definition.operands[place] ?? (final?.repeats === true ? final : undefined);
  const operands = (await typed?.candidates?.()) ?? [];
  return [...operands, ...(rest.length === 0 ? next : [])];
}

/** The flag of this word where its value is the next word. */
function valueFlag({ flags }: Declared, word: string | undefined): Flag<unknown> | null {
  if (word === undefined) return null;
  const found = Object.entries(flags).find(
    ([name, { short }]) => word === `--${name}` || (short !== undefined && word === `-${short}`),
  )?.[1];
  return found?.placeholder?.startsWith('<') === true ? found : null;
}
