/** One of the two streams that a command writes to. */
export interface TextStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface Terminal {
  /** The result, on the standard output: `text` for people, or `json` on one line. */
  result(text: string, json: object): void;
  /** A part of the result for people: on the standard output, or on the standard error beside JSON. */
  say(text: string): void;
  /** A remark on the standard error. */
  note(text: string): void;
  /** A remark on the standard error that scripts hear too: `text` for people, or `json` on one line. */
  warning(text: string, json: object): void;
  /** A failure on the standard error. */
  failure(text: string, json: object): void;
  /** A remark that stands while something lasts, and tells every five seconds how long; call what is returned when it ends. */
  progress(text: string): () => void;
}

export interface TerminalDeps {
  readonly stdout: TextStream;
  readonly stderr: TextStream;
}

export interface TerminalOptions {
  /** Stands before every failure. */
  readonly name: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
}

/** A wait is told again after so long, also where no terminal shows it. */
const TOLD_EVERY_SECONDS = 5;
const CLEAR_LINE = '\r\u001b[2K';
const [RED, YELLOW, DIM, PLAIN] = ['\u001b[31m', '\u001b[33m', '\u001b[2m', '\u001b[0m'];

export function createTerminal({ stdout, stderr }: TerminalDeps, { name, json: isJson, quiet, color }: TerminalOptions): Terminal {
  const isColored = color && stderr.isTTY === true;
  const paint = (code: string, text: string): string => (isColored ? `${code}${text}${PLAIN}` : text);
  const isTold = !quiet && !isJson;
  /** The line of a progress that a terminal shows. */
  let standing = '';
  return {
    result: (text, json) => stdout.write(isJson ? jsonLine(json) : `${printable(text)}\n`),
    say: (text) => (isJson ? stderr : stdout).write(`${printable(text)}\n`),
    note: (text) => {
      if (isTold) stderr.write(`${paint(DIM, printable(text))}\n`);
    },
    warning: (text, json) => {
      if (quiet) return;
      if (isJson) stderr.write(jsonLine(json));
      else stderr.write(`${standing === '' ? '' : CLEAR_LINE}${paint(YELLOW, `${name}: warning:`)} ${printable(text)}\n${standing}`);
    },
    failure: (text, json) => stderr.write(isJson ? jsonLine(json) : `${paint(RED, `${name}:`)} ${printable(text)}\n`),
    progress: (text) => {
      if (!isTold) return () => undefined;
      const isLive = stderr.isTTY === true;
      if (isLive) stderr.write((standing = paint(DIM, printable(text))));
      let waitedSeconds = 0;
      const timer = setInterval(() => {
        waitedSeconds += TOLD_EVERY_SECONDS;
        const told = paint(DIM, printable(`${text} ${waitedSeconds} s`));
        if (isLive) standing = told;
        stderr.write(isLive ? `${CLEAR_LINE}${told}` : `${told}\n`);
      }, TOLD_EVERY_SECONDS * 1_000);
      timer.unref();
      return () => {
        clearInterval(timer);
        standing = '';
        if (isLive) stderr.write(CLEAR_LINE);
      };
    },
  };
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? member.toString() : member))}\n`;
}

/** A gateway's text cannot move the cursor or change the title of the window. */
function printable(text: string): string {
  return Array.from(text, (character) => (isControl(character) ? '\ufffd' : character)).join('');
}

function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code < 0x20 && character !== '\n' && character !== '\t') || (code >= 0x7f && code < 0xa0);
}

/** NO_COLOR of any value but the empty one, and a terminal that calls itself dumb. */
export function wantsColor(environment: Readonly<Record<string, string | undefined>>): boolean {
  return (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb';
}
