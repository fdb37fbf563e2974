/** The way from the root of a JSON document to one value: names of members, and places in arrays. */
export type PathSteps = readonly (string | number)[];

/** RFC 9535 `member-name-shorthand`, without the letters beyond ASCII. */
const SHORTHAND = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Half of a surrogate pair, and control characters below U+0020 without an escape of their own: the nodes' engine takes neither in a name. */
const UNREACHABLE = /\p{Surrogate}|[^\P{Cc}\x7f-\x9f]/u;
/** Characters that a quoted name must escape. */
const ESCAPED = /['\\\b\f\n\r\t]/g;
const STEP = /^(?:\.([A-Za-z_]\w*)|\[(0|[1-9]\d{0,8})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\])/;
const ESCAPES: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', "'": "'", '\\': '\\' };
/** Longest `responseParser`. */
const MAX_CHARS = 512;

/** JSONPath of one value; undefined where no path of the protocol reaches it: its text is too long, or the engine takes no such name. */
export function pathText(steps: PathSteps): string | undefined {
  const text = `$${steps.map(segmentText).join('')}`;
  return text.length > MAX_CHARS || UNREACHABLE.test(text) ? undefined : text;
}

/** A step as the segment of a path. */
export function segmentText(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return SHORTHAND.test(step) ? `.${step}` : `[${quotedText(step)}]`;
}

/** A text as a literal of a path. */
export function quotedText(text: string): string {
  return `'${text.replace(ESCAPED, (character) => `\\${ESCAPES[character] ?? ''}`)}'`;
}

/** The steps of a path that has names and places alone; undefined for any other text. */
export function stepsOfPath(text: string): PathSteps | undefined {
  if (!text.startsWith('$')) return undefined;
  const steps: (string | number)[] = [];
  let rest = text.slice(1);
  while (rest !== '') {
    const [whole, name, place, single, double] = STEP.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    const step = place === undefined ? (name ?? unquoted(single ?? double ?? '')) : Number(place);
    if (step === undefined) return undefined;
    steps.push(step);
    rest = rest.slice(whole.length);
  }
  return steps;
}

/** The name that a quoted one stands for. JSON has the same escapes, but for that of the single quote. */
function unquoted(quoted: string): string | undefined {
  const json = quoted.replaceAll(/\\.|"/g, (piece) => (piece === "\\'" ? "'" : piece === '"' ? '\\"' : piece));
  try {
    const name: unknown = JSON.parse(`"${json}"`);
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}
