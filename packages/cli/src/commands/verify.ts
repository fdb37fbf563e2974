import { ledgerOf } from '@oracle-gateway/caller';
import { command, EXIT_CODES, type ExitCode, operand, optional, OUTPUT_FLAGS, repeated } from '@oracle-gateway/caller/command';
import {
  anyText,
  base58,
  duration,
  integerIn,
  isMembers,
  own,
  parseJson,
  readCallSettings,
  UsageError,
} from '@oracle-gateway/caller/settings';
import type { SourceOrIndex } from '@oracle-gateway/caller/feeds';
import type { Expected, ExpectedList, KeptRegistry, SignedTerms, VerifiedValue, VerifiedValues } from '@oracle-gateway/client';
import type { CliCommand } from '../deps.js';
import { LEDGER_FLAGS, LIST_FLAGS } from '../flag-groups.js';
import { listedSources, sourceLines } from '../source/asked-source.js';
import type { SourceDeps } from '../source/read-source.js';
import { describeValue, describeValues, valueJson, valueLines, valuesJson } from '../shown-round.js';

const FIELD = 'file';
const MAX_QUORUM = 64;

export const verify: CliCommand = command({
  words: 'verify',
  summary: 'Verifies a stored answer with the node keys on the ledger, or with a registry that was kept',
  description: [
    'The file is a line of `oracle-gateway get --json`, or an answer of a gateway as it came. In the second case, say what was asked for: --source, --quorum and --owner.',
    'What was asked for comes from your own records. A true value of another source is still the wrong value.',
    'With --registry, no server is asked at all. The registry counts as of the time that was signed: an answer stays proved after its registry version has been retired. The file must be your own, since it says whose signatures count.',
  ],
  operands: [{ name: FIELD, meaning: 'a file with the answer, or - for the standard input', isRequired: true }],
  flags: {
    source: repeated(
      { ...anyText, placeholder: 'source' },
      'what was asked for: a feed, a URL, an apiConfig or an index as JSON, or a file of one; several are a list',
    ),
    ...LIST_FLAGS,
    quorum: optional(integerIn(1, MAX_QUORUM), 'how many signatures are needed', { short: 'n' }),
    owner: optional(base58, 'owner of the feed; an x402 round has none'),
    registry: optional(
      { ...anyText, placeholder: 'file' },
      'a file with the kept registry: a line of `get --json`, or the member `registry` of one',
    ),
    'max-age': optional(duration, 'refuses a value that was observed longer ago'),
    ...LEDGER_FLAGS,
    ...OUTPUT_FLAGS,
  },
  examples: [
    ['oracle-gateway get coinbase/btc-usd --json | oracle-gateway verify -', 'verifies a second time'],
    ['oracle-gateway verify answer.json --registry answer.json', 'without a network, by the registry that `get --json` kept'],
    ['oracle-gateway verify answer.json --max-age 1m', 'a stored answer that must be recent'],
    ['oracle-gateway verify result.json --source api-config.json --quorum 3 --owner <address>', "the body of a gateway's answer"],
  ],
  async run({ operands, flags, around, deps, terminal }) {
    const { files, signal } = around;
    const { caller, readStandardInput } = deps;
    const path = operand({ operands }, 0);
    const plain = parseJson(FIELD, await readStored({ files, readStandardInput }, path));
    const stored = storedAnswer(plain);
    const [{ readSource }, { parseSource }, library] = await Promise.all([
      import('../source/read-source.js'),
      import('@oracle-gateway/caller/feeds'),
      caller.libraries.client(),
    ]);
    const { value: verifyOne, list: verifyList } = await judge();

    /** Verifies by the ledger, or by the kept registry alone. */
    async function judge(): Promise<{
      readonly value: (input: { readonly answer: unknown; readonly expected: Expected }) => Promise<VerifiedValue>;
      readonly list: (input: { readonly answer: unknown; readonly expected: ExpectedList }) => Promise<VerifiedValues>;
    }> {
      const { verifyAnswer, verifyListAnswer, verifyFromLedger, verifyValuesFromLedger } = library;
      if (flags.registry === undefined) {
        const ledger = ledgerOf(await readCallSettings(around, flags));
        return {
          value: (input) => verifyFromLedger({ ...input, ledger, signal }),
          list: (input) => verifyValuesFromLedger({ ...input, ledger, signal }),
        };
      }
      if ([flags.rpc, flags.program, flags.network].some((one) => one !== undefined) || flags.localnet !== undefined)
        throw new UsageError('--registry', 'must come without --rpc, --program, --network and --localnet: no server is asked');
      const whole =
        flags.registry === path ? plain : parseJson('--registry', await readStored({ files, readStandardInput }, flags.registry));
      const registry = keptIn(whole);
      return {
        value: (input) => Promise.resolve(verifyAnswer({ ...input, registry })),
        list: (input) => Promise.resolve(verifyListAnswer({ ...input, registry })),
      };
    }

    const catalogue = () => Promise.reject(new UsageError('--source', 'must be a feed that this command brings along, or a file'));
    const given: SourceOrIndex[] = [];
    for (const one of flags.source) given.push((await readSource({ files, readStandardInput, catalogue }, one, {})).source);
    const asked = given.length > 0 ? given : storedSources(stored).map((one) => parseSource(`${FIELD}: source`, one));
    const owner = flags.owner ?? ownerOf(stored.owner);
    const quorum = flags.quorum ?? countOf('quorum', required('quorum', stored.quorum), MAX_QUORUM);
    const expected = { quorum, ...(owner === undefined ? {} : { owner }) };
    const { answer } = stored;
    const maxAgeMs = flags['max-age'];

    /** Prints what is verified, unless it is too old. */
    function print({ observedAtMs }: SignedTerms, line: string, json: object): ExitCode {
      if (maxAgeMs !== undefined && caller.clock() - observedAtMs > maxAgeMs) {
        const message = 'the value was observed longer ago than --max-age allows';
        terminal.failure(message, { error: { code: 'too_old', message, exitCode: EXIT_CODES.notVerified } });
        return EXIT_CODES.notVerified;
      }
      if (flags.registry !== undefined) terminal.note('by the kept registry: no server was asked');
      terminal.result(line, { ...json, ...(owner === undefined ? {} : { owner }) });
      return EXIT_CODES.done;
    }

    const [source] = asked;
    if (asked.length === 1 && source !== undefined) {
      const verified = await verifyOne({ answer, expected: { ...expected, source } });
      terminal.note(describeValue(verified));
      for (const line of sourceLines(source)) terminal.note(`source ${line}`);
      return print(verified, verified.value, { ...valueJson(verified), source });
    }
    const sources = listedSources(asked.map((one) => ({ source: one })));
    const minValues =
      flags['min-values'] ?? (stored.minValues === undefined ? undefined : countOf('minValues', stored.minValues, sources.length));
    const verified = await verifyList({ answer, expected: { ...expected, sources, minValues } });
    for (const remark of describeValues(verified)) terminal.note(remark);
    for (const one of sources) for (const line of sourceLines(one)) terminal.note(`source ${line}`);
    return print(verified, valueLines(verified.values.map(({ value }) => value)), { ...valuesJson(verified), sources });
  },
});

interface Stored {
  readonly answer: unknown;
  readonly source?: unknown;
  /** A list has them in place of `source`. */
  readonly sources?: unknown;
  readonly minValues?: unknown;
  readonly owner?: unknown;
  readonly quorum?: unknown;
}

/** A line of `get --json`, or the answer alone. */
function storedAnswer(plain: unknown): Stored {
  if (!isMembers(plain)) throw new UsageError(FIELD, 'must hold one JSON object');
  if (own(plain, 'answer') === undefined) return { answer: plain };
  const names = ['source', 'sources', 'minValues', 'owner', 'quorum'] as const;
  return { answer: own(plain, 'answer'), ...Object.fromEntries(names.map((name) => [name, own(plain, name)])) };
}

/** A kept registry, or a line of `get --json` that has one. */
function keptIn(plain: unknown): KeptRegistry {
  const kept = isMembers(plain) ? (own(plain, 'registry') ?? plain) : undefined;
  const text = (name: keyof KeptRegistry): string => {
    const value = isMembers(kept) ? own(kept, name) : undefined;
    if (typeof value !== 'string') throw new UsageError(`--registry: ${name}`, 'must be a text; keep one with `get --json`');
    return value;
  };
  return { programId: text('programId'), network: text('network'), registryAccount: text('registryAccount') };
}

async function readStored(deps: Omit<SourceDeps, 'catalogue'>, path: string): Promise<string> {
  const text = path === '-' ? await deps.readStandardInput() : await deps.files.read(FIELD, path);
  if (text === null) throw new UsageError(FIELD, path === '-' ? 'must be smaller' : 'must name a file that exists');
  return text;
}

function storedSources({ source, sources }: Stored): readonly unknown[] {
  if (sources === undefined) return [required('source', source)];
  if (!Array.isArray(sources) || sources.length < 2) throw new UsageError(`${FIELD}: sources`, 'must be an array of several sources');
  return sources;
}

function required(name: string, value: unknown): unknown {
  if (value === undefined) throw new UsageError(`--${name}`, 'is required: the file does not say what was asked for');
  return value;
}

function ownerOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const owner = typeof value === 'string' ? base58.parse(value) : undefined;
  if (owner === undefined) throw new UsageError(`${FIELD}: owner`, `must be ${base58.form}`);
  return owner;
}

function countOf(name: string, value: unknown, most: number): number {
  const kind = integerIn(1, most);
  const count = typeof value === 'number' ? kind.parse(String(value)) : undefined;
  if (count === undefined) throw new UsageError(`${FIELD}: ${name}`, `must be ${kind.form}`);
  return count;
}
