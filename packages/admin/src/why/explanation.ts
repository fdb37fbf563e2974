import { type Authorization, type ErrorCode, type ErrorEntry, errorTable, isErrorCode } from '@oracle-gateway/gateway-api/errors';

import { guideOf } from './code-guides.js';
import { ID_MEMBERS, type ServiceLine, textFact } from './service-line.js';
import { isRefusal, type RefusalQuestion } from './refusal-question.js';
import type { Found } from './search.js';

/** The fate of a request, its authorization and its round. */
export interface Explanation {
  /** `refused`, `served`, `unknown`: lines without an answer, `several`: more than one refusal fits, or `absent`. */
  readonly outcome: 'refused' | 'served' | 'unknown' | 'several' | 'absent';
  /** The answer in sentences, the most important first. */
  readonly sentences: readonly string[];
  readonly code: ErrorCode | null;
  readonly status: number | null;
  readonly scope: string | null;
  readonly authorization: Authorization | null;
  /** The next steps, by the party that takes them. */
  readonly steps: readonly { readonly who: string; readonly what: string }[];
  /** The ids that lines share, by the member's name. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

/** Explains what was found. */
export function explain(found: Found, question: RefusalQuestion): Explanation {
  if (found.refusals.length > 0) return severalExplanation(found);
  if (found.related.length === 0) return absentExplanation(found);
  const line = refusalOf(found.related, question);
  const code = line === undefined ? undefined : knownCode(line);
  if (line === undefined || code === undefined) return unrefusedExplanation(found.related);
  const entry: ErrorEntry = errorTable[code];
  return {
    outcome: 'refused',
    sentences: [answeredSentence(line, entry), causeOf(code), chargeSentence(line, entry, found.related)],
    code,
    status: statusOf(line) ?? entry.status,
    scope: entry.scope ?? null,
    authorization: authorizationOf(line, entry),
    steps: stepsOf(code),
    ids: sharedIds(found.related),
  };
}

const NO_REFUSAL = { code: null, status: null, scope: null, authorization: null } as const;

/** The refusal of the request that was asked about; else the first of the round, as its answer tells it. */
function refusalOf(lines: readonly ServiceLine[], { id }: RefusalQuestion): ServiceLine | undefined {
  const refusals = lines.filter((line) => isRefusal(line) && knownCode(line) !== undefined);
  const own = refusals.filter((line) => textFact(line, 'requestId') === id);
  const wanted = own.length > 0 ? own : refusals;
  return wanted.find(({ facts }) => 'status' in facts) ?? wanted[0];
}

function knownCode(line: ServiceLine): ErrorCode | undefined {
  const code = textFact(line, 'code');
  return code !== undefined && isErrorCode(code) ? code : undefined;
}

function answeredSentence(line: ServiceLine, { status, message }: ErrorEntry): string {
  const asked = [
    ['to', textFact(line, 'operation')],
    ['of', textFact(line, 'client')],
  ] as const;
  const words = asked.flatMap(([word, fact]) => (fact === undefined ? [] : [` ${word} ${plain(fact)}`])).join('');
  const detail = textFact(line, 'detail') ?? message;
  return `${timeText(line.timeMs)}: the gateway answered ${statusOf(line) ?? status} ${textFact(line, 'code')}${words}: ${plain(detail)}.`;
}

/** The status that was sent: 499 where the caller was gone by then. */
function statusOf({ facts: { status } }: ServiceLine): number | undefined {
  return typeof status === 'number' ? status : undefined;
}

function causeOf(code: ErrorCode): string {
  return guideOf(code)?.cause ?? 'The request breaks a rule, or lacks something: the caller has to act.';
}

interface ChargeLine {
  readonly message: string;
  /** Member of the line about a payment. */
  readonly outcome?: string;
  readonly words: string;
}

/** Lines of worker and gateway that say what a round came to. The later ones say more. */
export const CHARGE_LINES: readonly ChargeLine[] = [
  { message: 'round completed', words: 'The round was served; no line says that it was charged yet.' },
  { message: 'payment', outcome: 'unknown', words: 'The outcome of the payment is not known yet.' },
  { message: 'payment', outcome: 'unpaid', words: 'The payment was not made, and nothing was charged.' },
  { message: 'payment', outcome: 'paid', words: 'The payment was made, and the round has its result.' },
  {
    message: 'payment recorded as unpaid found on the ledger; its round is paid',
    words: 'The payment was made after all, and the round has its result.',
  },
  { message: 'the round is parked: it needs an operator', words: 'The round was served, and its charge waits for an operator.' },
  {
    message: 'the round lapsed: it can no longer be settled',
    words: 'The round was served, and was never charged: its settlement lapsed.',
  },
  { message: 'settled', words: 'The round was served and charged: its settlement is on the ledger.' },
];

const AUTHORIZATION_NAMES = ['unused', 'spent', 'settled', 'unknown'] as const satisfies readonly Authorization[];
const AUTHORIZATIONS: Readonly<Record<Authorization, string>> = {
  unused: 'Nothing was charged, and the authorization is unused.',
  spent: 'Nothing was charged, and the authorization is spent.',
  settled: 'The payment was made, and the round has its result.',
  unknown: 'These lines do not tell what was charged.',
};

/** The round's own lines say more than the code: a second request for a served round is refused, and changes nothing. */
function chargeSentence(line: ServiceLine, entry: ErrorEntry, lines: readonly ServiceLine[]): string {
  return chargeOf(lines) ?? AUTHORIZATIONS[authorizationOf(line, entry)];
}

/** The member of the line counts before that of the code: a reservation may be given back. */
function authorizationOf(line: ServiceLine, { authorization }: ErrorEntry): Authorization {
  const told = textFact(line, 'authorization');
  return AUTHORIZATION_NAMES.find((name) => name === told) ?? authorization;
}

function chargeOf(lines: readonly ServiceLine[]): string | undefined {
  const says = (charge: ChargeLine) => (line: ServiceLine) =>
    line.message === charge.message && (charge.outcome === undefined || textFact(line, 'outcome') === charge.outcome);
  return CHARGE_LINES.findLast((charge) => lines.some(says(charge)))?.words;
}

function stepsOf(code: ErrorCode): Explanation['steps'] {
  const guide = guideOf(code);
  return [
    { who: 'caller', what: errorTable[code].remedy },
    ...(guide === null ? [] : [{ who: 'operator', what: `read ${guide.page}` }]),
    { who: 'both', what: `read about ${code} in docs/errors.md, or at /docs/errors/${code} of the gateway` },
  ];
}

function unrefusedExplanation(lines: readonly ServiceLine[]): Explanation {
  const charge = chargeOf(lines);
  const ids = sharedIds(lines);
  if (charge !== undefined) return { outcome: 'served', sentences: [charge], ...NO_REFUSAL, steps: [], ids };
  return {
    outcome: 'unknown',
    sentences: ['Lines name this id, and none says how the request was answered.', GATEWAY_LINES],
    ...NO_REFUSAL,
    steps: [ASK_ROUND],
    ids,
  };
}

const GATEWAY_LINES = 'The lines of the gateway say it: name the files of every gateway process.';
const ASK_ROUND = { who: 'operator', what: 'ask `settlement-worker operate show <round id>` what the outbox has of the round' } as const;

function severalExplanation({ refusals, refusalLinesLeftOut }: Found): Explanation {
  const codes = new Map<ErrorCode, number>();
  for (const { line } of refusals) {
    const code = knownCode(line);
    if (code !== undefined) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  const byCount = [...codes].sort(([, one], [, other]) => other - one);
  const more = refusalLinesLeftOut === 0 ? '' : `, and ${refusalLinesLeftOut} lines about further ones`;
  return {
    outcome: 'several',
    sentences: [
      `${refusals.length} requests were refused${more}.`,
      ...byCount.map(([code, count]) => `${count} × ${errorTable[code].status} ${code}: ${errorTable[code].message}. ${causeOf(code)}`),
    ],
    ...NO_REFUSAL,
    steps: [
      { who: 'operator', what: 'ask `why <request id>` about one of them' },
      ...byCount.flatMap(([code]) => {
        const guide = guideOf(code);
        return guide === null ? [] : [{ who: 'operator', what: `${code}: read ${guide.page}` }];
      }),
    ],
    ids: {},
  };
}

function absentExplanation({ unlogged, searched }: Found): Explanation {
  const hasGateway = 'gateway' in searched.lines;
  return {
    outcome: 'absent',
    sentences: [
      'No line fits.',
      ...(hasGateway ? [] : ['No line of a gateway was searched.']),
      unlogged > 0
        ? `The gateway left ${unlogged} answers out of its log at that time: it writes ten lines a minute for one code and caller.`
        : 'A gateway writes ten lines a minute for one code and caller, and none for a step on the way to a round, such as a 402.',
    ],
    ...NO_REFUSAL,
    steps: [
      { who: 'operator', what: 'name the files of every gateway process, rotated ones too, for the time of the answer' },
      { who: 'operator', what: 'ask by time: `why --at 2026-11-26T14:02Z --client <address> <file>…`' },
      ASK_ROUND,
    ],
    ids: {},
  };
}

function sharedIds(lines: readonly ServiceLine[]): Explanation['ids'] {
  const found = ID_MEMBERS.map(
    (name) => [name, [...new Set(lines.flatMap((line) => textFact(line, name) ?? []))].slice(0, MAX_IDS_TOLD)] as const,
  );
  return Object.fromEntries(found.filter(([, ids]) => ids.length > 0));
}

const MAX_IDS_TOLD = 10;

export function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

const MAX_PLAIN = 300;

/** One line of a text that a line holds: a line break in it would look like a line of its own. */
export function plain(text: string, maxLength = MAX_PLAIN): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > maxLength ? `${flat.slice(0, maxLength)}…` : flat;
}
