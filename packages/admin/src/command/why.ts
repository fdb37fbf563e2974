import { command, EXIT_CODES, optional, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
import { base58, UsageError, type ValueKind } from '@oracle-gateway/caller/settings';

import { canonicalIp, isId, type RefusalQuestion } from '../why/refusal-question.js';
import type { AdminCommand } from './admin-command.js';

/** A time of RFC 3339 with its zone; without seconds it is the whole minute. */
const logTime: ValueKind<{ readonly fromMs: number; readonly toMs: number }> = {
  placeholder: 'time',
  form: 'a time with its zone such as 2026-11-26T14:02Z, 2026-11-26T14:02:05Z or 2026-11-26T15:02:05+01:00',
  parse: (text) => {
    const [, minute = '', seconds, zone = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
    const fromMs = Date.parse(`${minute}${seconds ?? ':00'}${zone}`);
    return minute === '' || Number.isNaN(fromMs) ? undefined : { fromMs, toMs: fromMs + (seconds === undefined ? 60_000 : 1_000) };
  },
};

const ipAddress: ValueKind<string> = { placeholder: 'address', form: 'an IP address', parse: canonicalIp };
const errorCode: ValueKind<string> = {
  placeholder: 'code',
  form: 'a code of docs/errors.md, such as outbox_unavailable',
  parse: (text) => (/^[a-z\d_]{1,64}$/.test(text) ? text : undefined),
};

const MARGIN_MS = 60_000;

/** Asks no server. */
export const why: AdminCommand = command({
  words: 'why',
  summary: 'Says why a caller was refused, from the log lines of all programs; asks no server',
  description: [
    'The id is a request id (X-Request-Id), a round id, a trace id or a session id. Without one, --at, --from, --to, --client, --owner or --code say which refusals are meant.',
    'Files hold the lines as services write them, or as docker compose, kubectl, journalctl and containerd keep them; they may be packed by gzip. Without a file, and for -, the lines are read from the standard input.',
    `The exit code is ${EXIT_CODES.unreachable} where no line fits.`,
  ],
  operands: [
    { name: 'id', meaning: 'request id, round id, trace id or session id; left out with a time or another filter', isRequired: false },
    { name: 'file', meaning: 'files with log lines; by default the standard input', isRequired: false, repeats: true },
  ],
  flags: {
    at: optional(logTime, 'when it was, with a minute before and after it'),
    from: optional(logTime, 'the earliest time'),
    to: optional(logTime, 'the latest time'),
    client: optional(ipAddress, "the caller's IP address"),
    owner: optional(base58, 'owner of the feed'),
    code: optional(errorCode, 'code of the answer'),
    ...OUTPUT_FLAGS,
  },
  examples: [
    ['oracle-gateway-admin why 4f1c2b9e-0d53-4a5e-9a35-7be0c5c7a001 gateway.log worker.log.1.gz', 'one request'],
    ['docker compose logs --no-color | oracle-gateway-admin why --at 2026-11-26T14:02Z --client 203.0.113.9', 'what a caller saw'],
  ],
  async run({ operands, flags, terminal, deps }) {
    const [{ openLogSources }, { searchLogs }, { explain }, { whyText }] = await Promise.all([
      import('../why/log-source.js'),
      import('../why/search.js'),
      import('../why/explanation.js'),
      import('../why/why-text.js'),
    ]);
    const { id, files } = readOperands(operands);
    const { at, from, to, client, owner, code } = flags;
    if (at !== undefined && (from !== undefined || to !== undefined)) throw new UsageError('--at', 'must be without --from and --to');
    const question: RefusalQuestion = {
      id,
      fromMs: at === undefined ? from?.fromMs : at.fromMs - MARGIN_MS,
      toMs: at === undefined ? to?.toMs : at.toMs + MARGIN_MS,
      client,
      owner,
      code,
    };
    if (Object.values(question).every((part) => part === undefined)) {
      throw new UsageError(
        'id',
        'must be a request id, a round id or a trace id, or left out with --at, --from, --to, --client, --owner or --code',
      );
    }
    const ended = terminal.progress('reading log lines');
    try {
      const found = await searchLogs(await openLogSources(files, deps.input()), question);
      const answer = explain(found, question);
      terminal.result(whyText(answer, found), { answer, ...found });
      return answer.outcome === 'absent' ? EXIT_CODES.unreachable : EXIT_CODES.done;
    } finally {
      ended();
    }
  },
});

/** The first word is an id where it has the form of one. */
function readOperands(operands: readonly (string | undefined)[]): { readonly id: string | undefined; readonly files: readonly string[] } {
  const words = operands.filter((word) => word !== undefined);
  const [first] = words;
  return first !== undefined && isId(first) ? { id: first, files: words.slice(1) } : { id: undefined, files: words };
}
