import { ledgerOf } from '@oracle-gateway/caller';
import { command, EXIT_CODES, operand, optional, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
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
import type { CliCommand } from '../deps.js';
import { LEDGER_FLAGS } from '../flag-groups.js';
import type { SourceDeps } from '../source/read-source.js';
import { describeValue, valueJson } from '../shown-round.js';

const FIELD = 'file';
const MAX_QUORUM = 64;

export const verify: CliCommand = command({
  words: 'verify',
  summary: 'Verifies a stored answer with the node keys on the ledger; no gateway is asked',
  description: [
    'The file is a line of `oracle-gateway get --json`, or an answer of a gateway as it came. In the second case, say what was asked for: --source, --quorum and --owner.',
    'What was asked for comes from your own records. A true value of another source is still the wrong value.',
  ],
  operands: [{ name: FIELD, meaning: 'a file with the answer, or - for the standard input', isRequired: true }],
  flags: {
    source: optional({ ...anyText, placeholder: 'source' }, 'what was asked for: a feed, a URL, an apiConfig as JSON, or a file of one'),
    quorum: optional(integerIn(1, MAX_QUORUM), 'how many signatures are needed', { short: 'n' }),
    owner: optional(base58, 'owner of the feed; an x402 round has none'),
    'max-age': optional(duration, 'refuses a value that was observed longer ago'),
    ...LEDGER_FLAGS,
    ...OUTPUT_FLAGS,
  },
  examples: [
    ['oracle-gateway get coinbase/btc-usd --json | oracle-gateway verify -', 'verifies a second time'],
    ['oracle-gateway verify answer.json --max-age 1m', 'a stored answer that must be recent'],
    ['oracle-gateway verify result.json --source api-config.json --quorum 3 --owner <address>', "the body of a gateway's answer"],
  ],
  async run({ operands, flags, around, deps, terminal }) {
    const settings = await readCallSettings(around, flags);
    const ledger = ledgerOf(settings);
    const { files, signal } = around;
    const { caller, readStandardInput } = deps;
    const stored = storedAnswer(parseJson(FIELD, await readStored({ files, readStandardInput }, operand({ operands }, 0))));
    const [{ readSource }, { parseSource }, { verifyFromLedger }] = await Promise.all([
      import('../source/read-source.js'),
      import('@oracle-gateway/caller/feeds'),
      caller.libraries.client(),
    ]);
    const catalogue = () => Promise.reject(new UsageError('--source', 'must be a feed that this command brings along, or a file'));
    const source =
      flags.source === undefined
        ? parseSource(`${FIELD}: source`, required('source', stored.source))
        : (await readSource({ files, readStandardInput, catalogue }, flags.source, {})).source;
    const owner = flags.owner ?? ownerOf(stored.owner);
    const quorum = flags.quorum ?? quorumOf(required('quorum', stored.quorum));
    const expected = { source, quorum, ...(owner === undefined ? {} : { owner }) };
    const verified = await verifyFromLedger({ answer: stored.answer, expected, ledger, signal });
    terminal.note(describeValue(verified));
    terminal.note(`source ${source.method} ${source.url} ${source.responseParser ?? ''}`.trimEnd());
    const maxAgeMs = flags['max-age'];
    if (maxAgeMs !== undefined && caller.clock() - verified.observedAtMs > maxAgeMs) {
      terminal.failure('the value was observed longer ago than --max-age allows', {
        error: { code: 'too_old', message: 'the value was observed longer ago than --max-age allows', exitCode: EXIT_CODES.notVerified },
      });
      return EXIT_CODES.notVerified;
    }
    terminal.result(verified.value, { ...valueJson(verified), source, ...(owner === undefined ? {} : { owner }) });
    return EXIT_CODES.done;
  },
});

interface Stored {
  readonly answer: unknown;
  readonly source?: unknown;
  readonly owner?: unknown;
  readonly quorum?: unknown;
}

/** A line of `get --json`, or the answer alone. */
function storedAnswer(plain: unknown): Stored {
  if (!isMembers(plain)) throw new UsageError(FIELD, 'must hold one JSON object');
  if (own(plain, 'answer') === undefined) return { answer: plain };
  return { answer: own(plain, 'answer'), source: own(plain, 'source'), owner: own(plain, 'owner'), quorum: own(plain, 'quorum') };
}

async function readStored(deps: Omit<SourceDeps, 'catalogue'>, path: string): Promise<string> {
  const text = path === '-' ? await deps.readStandardInput() : await deps.files.read(FIELD, path);
  if (text === null) throw new UsageError(FIELD, path === '-' ? 'must be smaller' : 'must name a file that exists');
  return text;
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

function quorumOf(value: unknown): number {
  const quorum = typeof value === 'number' ? integerIn(1, MAX_QUORUM).parse(String(value)) : undefined;
  if (quorum === undefined) throw new UsageError(`${FIELD}: quorum`, `must be ${integerIn(1, MAX_QUORUM).form}`);
  return quorum;
}
