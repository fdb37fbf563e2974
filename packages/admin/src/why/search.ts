import { type BoundedLines, createBoundedLines } from './bounded-lines.js';
import { idsOf, type ServiceLine, readServiceLine, textFact } from './service-line.js';
import type { LogSource } from './log-source.js';
import { canonicalIp, fits, isRefusal, type RefusalQuestion } from './refusal-question.js';
import { textLines } from './text-lines.js';

/** Counts of all lines, whether they fit or not. */
export interface Searched {
  readonly sources: readonly string[];
  /** Lines of programs of this project, by program. */
  readonly lines: Readonly<Record<string, number>>;
  /** Lines of other programs, and lines that are longer than a line may be. */
  readonly otherLines: number;
  readonly tooLongLines: number;
  /** Packed files that end early. */
  readonly cut: readonly string[];
  /** Unix milliseconds; null where there is no line. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
}

/** Lines of one message of one kind of program, near what is asked about and about no request. */
export interface Nearby {
  readonly first: ServiceLine;
  readonly lastMs: number;
  readonly count: number;
}

/** One refused request, or a round without one. */
export interface Refusal {
  readonly key: string;
  readonly line: ServiceLine;
}

export interface Found {
  readonly searched: Searched;
  /** Lines of the one request or round that was found, by time. */
  readonly related: readonly ServiceLine[];
  readonly relatedLeftOut: number;
  /** Refused requests that fit, by time, where more than one does. */
  readonly refusals: readonly Refusal[];
  /** Lines about further ones. */
  readonly refusalLinesLeftOut: number;
  readonly nearby: readonly Nearby[];
  /** Answers that the gateway says it did not log, and that what is asked may be among. */
  readonly unlogged: number;
}

/** Bytes of a line: the services' own lines are far shorter. */
const MAX_LINE_BYTES = 64 * 1_024;
/** Lines of one request, at each end of its time. */
const MAX_RELATED = 500;
const MAX_IDS = 256;
/** Passes after the first one. */
const MAX_PASSES = 3;
const MAX_REFUSALS = 1_000;
const MAX_NEARBY = 200;
/** Lines without a request count as near within this time. */
const NEAR_MS = 60_000;
const WARN = 40;
/** Message of the gateway's lines that count answers without a line of their own. */
export const LEFT_OUT = 'answers left out of the log';
/** Code and client of such a line beyond the gateway's own bound. */
const OTHERS = 'others';

/**
 * Searches in two passes: the first finds the lines that fit and their ids, the second the lines of all programs with these ids. Both keep
 * a bounded number of lines. Where one refusal alone fits, its id is searched for.
 */
export async function searchLogs(sources: readonly LogSource[], question: RefusalQuestion): Promise<Found> {
  const first = await findAsked(sources, question);
  const [only] = first.refusals.size === 1 ? first.refusals.keys() : [];
  if (only !== undefined) return searchLogs(sources, { id: only });
  const second = await followIds(sources, { question, ids: question.id === undefined ? new Set() : first.ids, window: first.window });
  const refusals = [...first.refusals].map(([key, line]) => ({ key, line }));
  return {
    searched: first.searched,
    related: second.related.sorted(),
    relatedLeftOut: second.related.leftOut,
    refusals: refusals.sort((one, other) => one.line.timeMs - other.line.timeMs),
    refusalLinesLeftOut: first.refusalLinesLeftOut,
    nearby: [...second.nearby.values()].sort((one, other) => one.first.timeMs - other.first.timeMs),
    unlogged: second.unlogged,
  };
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Asked {
  readonly searched: Searched;
  readonly ids: ReadonlySet<string>;
  /** By request id, else by round id. */
  readonly refusals: ReadonlyMap<string, ServiceLine>;
  readonly refusalLinesLeftOut: number;
  readonly window: Span;
}

async function findAsked(sources: readonly LogSource[], question: RefusalQuestion): Promise<Asked> {
  const ids = new Set<string>(question.id === undefined ? [] : [question.id]);
  const refusals = new Map<string, ServiceLine>();
  const lines: Record<string, number> = {};
  const cut: string[] = [];
  let [otherLines, tooLongLines, refusalLinesLeftOut] = [0, 0, 0];
  let [all, found]: (Span | null)[] = [null, null];

  const note = (line: ServiceLine): void => {
    const key = textFact(line, 'requestId') ?? textFact(line, 'roundId');
    if (question.id !== undefined || key === undefined) return;
    const known = refusals.get(key);
    if (known !== undefined) refusals.set(key, fuller(known, line));
    else if (refusals.size < MAX_REFUSALS) refusals.set(key, line);
    else refusalLinesLeftOut += 1;
  };
  for (const source of sources) {
    for await (const text of textLines(
      source.read(() => cut.push(source.name)),
      MAX_LINE_BYTES,
    )) {
      const line = text === null ? null : readServiceLine(text);
      if (line === null) {
        if (text === null) tooLongLines += 1;
        else if (text.trim() !== '') otherLines += 1;
        continue;
      }
      lines[line.program] = (lines[line.program] ?? 0) + 1;
      all = spanned(all ?? null, line.timeMs);
      if (!fits(question, line)) continue;
      found = spanned(found ?? null, line.timeMs);
      for (const id of idsOf(line)) if (ids.size < MAX_IDS) ids.add(id);
      note(line);
    }
  }
  const names = sources.map(({ name }) => name);
  const searched = { sources: names, lines, otherLines, tooLongLines, cut, firstMs: all?.fromMs ?? null, lastMs: all?.toMs ?? null };
  const { fromMs, toMs } = found ?? { fromMs: question.fromMs ?? -Infinity, toMs: question.toMs ?? Infinity };
  return { searched, ids, refusals, refusalLinesLeftOut, window: { fromMs: fromMs - NEAR_MS, toMs: toMs + NEAR_MS } };
}

function spanned(span: Span | null, timeMs: number): Span {
  return { fromMs: Math.min(span?.fromMs ?? timeMs, timeMs), toMs: Math.max(span?.toMs ?? timeMs, timeMs) };
}

/** Of two lines about one refusal, the one that says how it was answered. */
function fuller(one: ServiceLine, other: ServiceLine): ServiceLine {
  return 'status' in other.facts ? other : one;
}

interface Following {
  readonly question: RefusalQuestion;
  readonly ids: ReadonlySet<string>;
  readonly window: Span;
}

/** Reads again where a line leads to a further id, such as a node's line by its session to the line of the gateway. */
async function followIds(sources: readonly LogSource[], { ids, ...rest }: Following): Promise<Related> {
  let known = ids;
  for (let pass = 1; ; pass += 1) {
    const found = await findRelated(sources, { ids: known, ...rest });
    if (found.ids.size === known.size || pass === MAX_PASSES) return found;
    known = found.ids;
  }
}

interface Related {
  readonly related: BoundedLines;
  /** Ids of the related lines; a session's lines have its trace. */
  readonly ids: ReadonlySet<string>;
  readonly nearby: ReadonlyMap<string, Nearby>;
  readonly unlogged: number;
}

async function findRelated(sources: readonly LogSource[], { question, ids, window }: Following): Promise<Related> {
  const further = new Set(ids);
  const related = createBoundedLines(MAX_RELATED);
  const nearby = new Map<string, Nearby>();
  let unlogged = 0;
  for (const source of sources) {
    for await (const text of textLines(
      source.read(() => undefined),
      MAX_LINE_BYTES,
    )) {
      const line = text === null ? null : readServiceLine(text);
      if (line === null) continue;
      const own = idsOf(line);
      if (own.some((id) => ids.has(id))) {
        related.add(line);
        for (const id of own) if (further.size < MAX_IDS && id !== textFact(line, 'sessionId')) further.add(id);
      } else if (line.timeMs < window.fromMs || line.timeMs > window.toMs || isRefusal(line)) continue;
      else if (line.message === LEFT_OUT) unlogged += leftOutCount(line, question);
      else if (line.level >= WARN && own.length === 0) noteNearby(nearby, line);
    }
  }
  return { related, ids: further, nearby, unlogged };
}

function leftOutCount(line: ServiceLine, { client, code }: RefusalQuestion): number {
  const { count } = line.facts;
  const [ofCode, ofClient] = [textFact(line, 'code'), textFact(line, 'client')];
  if (code !== undefined && ofCode !== code && ofCode !== OTHERS) return 0;
  if (client !== undefined && ofClient !== OTHERS && canonicalIp(ofClient ?? '') !== client) return 0;
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** Several nodes count as one, as several processes of one program do. */
function noteNearby(nearby: Map<string, Nearby>, line: ServiceLine): void {
  const key = `${line.program.replace(/ \d+$/, '')} ${line.message}`;
  const known = nearby.get(key);
  if (known === undefined) {
    if (nearby.size < MAX_NEARBY) nearby.set(key, { first: line, lastMs: line.timeMs, count: 1 });
    return;
  }
  const first = line.timeMs < known.first.timeMs ? line : known.first;
  nearby.set(key, { first, lastMs: Math.max(known.lastMs, line.timeMs), count: known.count + 1 });
}
