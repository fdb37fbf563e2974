/** Programs of this project, by the member `app` of their lines. */
const PROGRAMS = ['gateway', 'oracle-node', 'settlement-worker', 'keeper'] as const;

/** Members by which lines of one request belong together. */
export const ID_MEMBERS = ['requestId', 'roundId', 'traceId', 'sessionId'] as const;

/** One line that a program of this project wrote. */
export interface ServiceLine {
  /** Unix milliseconds. */
  readonly timeMs: number;
  /** 20 debug, 30 info, 40 warn, 50 error. */
  readonly level: number;
  /** Such as `gateway`, or `oracle-node 3`. */
  readonly program: string;
  readonly message: string;
  /** All further members. */
  readonly facts: Readonly<Record<string, unknown>>;
}

type Members = Readonly<Record<string, unknown>>;

const TIMESTAMP = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`;
const SHORT_TIME = String.raw`[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})?`;
const FULL_TIME = String.raw`[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})? [A-Z]{3,5}`;
/** Texts before the object, by the program that puts them there. */
const PREFIXES = [
  // docker compose logs and podman-compose logs, with and without --timestamps
  String.raw`(?:[\w.-]{1,128}|\[[\w.-]{1,128}\]) +\| (?:${TIMESTAMP} )?`,
  // kubectl logs --prefix, with and without --timestamps
  String.raw`\[pod/[\w.-]{1,253}/[\w.-]{1,253}\] (?:${TIMESTAMP} )?`,
  // kubectl logs --timestamps, docker logs --timestamps
  String.raw`${TIMESTAMP} `,
  // files of containerd and CRI-O
  String.raw`${TIMESTAMP} std(?:out|err) F `,
  // journalctl without -o cat: short, short-iso and short-full, and their precise forms
  String.raw`(?:${SHORT_TIME}|${FULL_TIME}|${TIMESTAMP}) [\w.-]{1,253} [\w.@\\-]{1,253}\[\d{1,10}\]: `,
];
const PREFIX = new RegExp(`^(?:${PREFIXES.join('|')})?$`);
const COLOR = new RegExp(String.raw`${String.fromCharCode(0x1b)}\[[\d;]{0,8}m`, 'g');
/** Longest prefix, colors included. */
const MAX_PREFIX = 600;
/** Members that hold a whole line: docker's json-file, and journalctl -o json. */
const ENVELOPES = ['log', 'MESSAGE'];

/**
 * Reads a line as a service wrote it, alone or behind a known prefix. Null for every other text: a line that another program wrote may quote a
 * line of ours that a stranger made up.
 */
export function readServiceLine(text: string): ServiceLine | null {
  const start = text.indexOf('{');
  if (start === -1 || start > MAX_PREFIX || !PREFIX.test(text.slice(0, start).replace(COLOR, ''))) return null;
  const members = parseObject(text.slice(start));
  if (members === null) return null;
  const held = 'app' in members ? undefined : ENVELOPES.map((name) => members[name]).find((value) => typeof value === 'string');
  return lineOf(held === undefined ? members : parseObject(held));
}

function lineOf(members: Members | null): ServiceLine | null {
  if (members === null) return null;
  const { time, level, app, node, msg, ...facts } = members;
  if (!isCount(time) || !isCount(level) || typeof msg !== 'string') return null;
  const program = PROGRAMS.find((name) => name === app);
  if (program === undefined || Math.abs(time) > MAX_DATE_MS) return null;
  const isNode = isCount(node) && node < MAX_NODES;
  return { timeMs: time, level, program: isNode ? `${program} ${node}` : program, message: msg, facts };
}

/** Places of a registry. */
const MAX_NODES = 64;
/** The latest time that a date has. */
const MAX_DATE_MS = 8.64e15;

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function parseObject(text: string): Members | null {
  try {
    const value: unknown = JSON.parse(text);
    return isMembers(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that is a text; undefined for any other. */
export function textFact({ facts }: ServiceLine, name: string): string | undefined {
  const value = facts[name];
  return typeof value === 'string' ? value : undefined;
}

/** The ids that the line has. */
export function idsOf(line: ServiceLine): readonly string[] {
  return ID_MEMBERS.flatMap((name) => textFact(line, name) ?? []);
}
