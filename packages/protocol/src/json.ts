/**
 * A JSON value that keeps what `JSON.parse` loses: the source text of a number, which may exceed an IEEE double.
 * Members are a `Map`, so names such as `__proto__` are names like any other.
 */
export type JsonValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly JsonValue[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonValue> };

/** The rule that a text breaks. */
export type JsonErrorReason =
  | 'too_large'
  | 'not_utf8'
  | 'syntax'
  | 'too_deep'
  | 'too_many_values'
  | 'duplicate_member'
  | 'lone_surrogate'
  | 'not_an_integer';

const RULES: Readonly<Record<JsonErrorReason, string>> = {
  too_large: 'is longer than allowed',
  not_utf8: 'is not UTF-8',
  syntax: 'is not well-formed JSON',
  too_deep: 'is nested deeper than allowed',
  too_many_values: 'holds more values than allowed',
  duplicate_member: 'names a member twice',
  lone_surrogate: 'holds half of a surrogate pair',
  not_an_integer: 'holds a number that is not written as an integer within ±(2^53 - 1)',
};

/** `offset` counts UTF-16 units of the decoded text; 0 for `too_large` and `not_utf8`. Holds nothing of the text itself. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  constructor(
    readonly reason: JsonErrorReason,
    readonly offset: number,
  ) {
    super(`JSON ${RULES[reason]} (at ${offset})`);
  }
}

/** Bounds of a text, each required unless it has a default. */
export interface JsonLimits {
  readonly maxBytes: number;
  /** Arrays and objects inside one another; a scalar has depth 0. */
  readonly maxDepth: number;
  /** Values of any kind, containers included. Default 100,000. */
  readonly maxNodes?: number;
  readonly duplicateMembers: 'refuse' | 'last-wins';
  /** Escapes such as `\ud800` without their other half: refused by default, because they have no UTF-8 form. */
  readonly loneSurrogates?: 'refuse' | 'keep';
  /** One U+FEFF before the document: refused by default. RFC 8259 §8.1 lets a reader skip it. */
  readonly byteOrderMark?: 'refuse' | 'skip';
}

/** Callbacks that build a reader's result. `number` hears where the number begins, and answers undefined to refuse it. */
export interface JsonRendering<T> {
  readonly null: () => T;
  readonly boolean: (value: boolean) => T;
  readonly number: (text: string, offset: number) => T | undefined;
  readonly string: (value: string) => T;
  readonly array: (items: readonly T[]) => T;
  readonly object: (members: ReadonlyMap<string, T>) => T;
}

type Frame<T> =
  | { readonly kind: 'array'; readonly items: T[] }
  | { readonly kind: 'object'; readonly members: Map<string, T>; name: string };

/** One for all empty objects: an empty map of its own takes some 250 bytes, and the text of such an object three. */
const NO_MEMBERS: ReadonlyMap<string, never> = new Map<string, never>();
const DEFAULT_MAX_NODES = 100_000;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** RFC 8259 §7 `unescaped`. */
const UNESCAPED = /[\x20\x21\x23-\x5b\x5d-\uffff]*/y;
const HEX_4 = /[0-9a-fA-F]{4}/y;
const LONE_SURROGATE = /\p{Surrogate}/u;
const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Open containers are on a list of their own, not on the call stack: no input can overflow it. Time is linear in the text. */
class JsonReader<T> {
  /** Values begun so far. */
  nodes = 0;
  private position = 0;
  private readonly open: Frame<T>[] = [];

  constructor(
    private readonly text: string,
    private readonly limits: Omit<JsonLimits, 'maxBytes' | 'byteOrderMark'>,
    private readonly render: JsonRendering<T>,
  ) {}

  read(): T {
    let value = this.beginValue();
    for (;;) {
      const frame = this.open.at(-1);
      if (value === undefined) {
        value = this.beginValue();
      } else if (frame === undefined) {
        this.skipWhitespace();
        if (this.position !== this.text.length) this.fail('syntax');
        return value;
      } else {
        value = this.addTo(frame, value);
      }
    }
  }

  /** Reads a scalar or an empty container; undefined when a container was opened whose first value comes next. */
  private beginValue(): T | undefined {
    this.skipWhitespace();
    this.nodes += 1;
    if (this.nodes > (this.limits.maxNodes ?? DEFAULT_MAX_NODES)) this.fail('too_many_values');
    switch (this.text[this.position]) {
      case '[':
        this.enter();
        if (this.accept(']')) return this.render.array([]);
        this.open.push({ kind: 'array', items: [] });
        return undefined;
      case '{':
        this.enter();
        if (this.accept('}')) return this.render.object(NO_MEMBERS);
        this.open.push({ kind: 'object', members: new Map(), name: this.readName() });
        return undefined;
      case '"':
        return this.render.string(this.readString());
      case 't':
        return this.render.boolean(this.readLiteral('true'));
      case 'f':
        return this.render.boolean(!this.readLiteral('false'));
      case 'n':
        this.readLiteral('null');
        return this.render.null();
      default:
        return this.readNumber();
    }
  }

  /** Adds a finished value to its container; returns the container when that ends, undefined when another value follows. */
  private addTo(frame: Frame<T>, value: T): T | undefined {
    if (frame.kind === 'array') {
      frame.items.push(value);
      if (this.accept(',')) return undefined;
      this.expect(']');
      this.open.pop();
      return this.render.array(frame.items);
    }
    frame.members.set(frame.name, value);
    if (this.accept(',')) {
      const start = this.position;
      frame.name = this.readName();
      if (this.limits.duplicateMembers === 'refuse' && frame.members.has(frame.name)) this.fail('duplicate_member', start);
      return undefined;
    }
    this.expect('}');
    this.open.pop();
    return this.render.object(frame.members);
  }

  private enter(): void {
    if (this.open.length >= this.limits.maxDepth) this.fail('too_deep');
    this.position += 1;
  }

  private readName(): string {
    this.skipWhitespace();
    if (this.text[this.position] !== '"') this.fail('syntax');
    const name = this.readString();
    this.expect(':');
    return name;
  }

  private readNumber(): T {
    const start = this.position;
    const text = this.take(NUMBER);
    if (text === '') this.fail('syntax');
    const value = this.render.number(text, start);
    if (value === undefined) this.fail('not_an_integer', start);
    return value;
  }

  private readLiteral(word: string): true {
    if (!this.text.startsWith(word, this.position)) this.fail('syntax');
    this.position += word.length;
    return true;
  }

  private readString(): string {
    const start = this.position;
    this.position += 1;
    const parts: string[] = [];
    for (;;) {
      parts.push(this.take(UNESCAPED));
      const next = this.text[this.position];
      if (next !== '"' && next !== '\\') this.fail('syntax');
      this.position += 1;
      if (next === '"') break;
      parts.push(this.readEscape());
    }
    const value = parts.join('');
    if (parts.length > 1 && this.limits.loneSurrogates !== 'keep' && LONE_SURROGATE.test(value)) this.fail('lone_surrogate', start);
    return value;
  }

  private readEscape(): string {
    const letter = this.text[this.position] ?? '';
    const simple = SIMPLE_ESCAPES.get(letter);
    if (simple === undefined && letter !== 'u') this.fail('syntax');
    this.position += 1;
    if (simple !== undefined) return simple;
    const digits = this.take(HEX_4);
    if (digits === '') this.fail('syntax');
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  /** The loop is written by hand, because it runs before every token: a regular expression takes half of the whole reading time. */
  private skipWhitespace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.position);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.position += 1;
    }
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const taken = pattern.exec(this.text)?.[0] ?? '';
    this.position += taken.length;
    return taken;
  }

  private accept(character: string): boolean {
    this.skipWhitespace();
    if (this.text[this.position] !== character) return false;
    this.position += 1;
    return true;
  }

  private expect(character: string): void {
    if (!this.accept(character)) this.fail('syntax');
  }

  private fail(reason: JsonErrorReason, offset = this.position): never {
    throw new JsonError(reason, offset);
  }
}

/** Each decodes a text whole, so that it keeps nothing of the last one. */
const UTF8 = {
  refuse: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
  skip: new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }),
} as const;

/**
 * A leading byte order mark stays in the text, where no JSON may hold it, unless it is to be skipped; a second one always does.
 * @throws JsonError for bytes that are not UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array, byteOrderMark: 'refuse' | 'skip' = 'refuse'): string {
  try {
    return UTF8[byteOrderMark].decode(bytes);
  } catch {
    throw new JsonError('not_utf8', 0);
  }
}

/** The text of a document. @throws JsonError for one that is too long or not UTF-8 */
export function jsonText(bytes: Uint8Array, { maxBytes, byteOrderMark }: Pick<JsonLimits, 'maxBytes' | 'byteOrderMark'>): string {
  if (bytes.length > maxBytes) throw new JsonError('too_large', 0);
  return decodeUtf8(bytes, byteOrderMark);
}

/** Reads RFC 8259 JSON into any rendering. @throws JsonError */
export function renderJson<T>(text: string, limits: Omit<JsonLimits, 'maxBytes' | 'byteOrderMark'>, rendering: JsonRendering<T>): T {
  return new JsonReader(text, limits, rendering).read();
}

const NULL: JsonValue = { kind: 'null' };

const exactRendering: JsonRendering<JsonValue> = {
  null: () => NULL,
  boolean: (value) => ({ kind: 'boolean', value }),
  number: (text) => ({ kind: 'number', text }),
  string: (value) => ({ kind: 'string', value }),
  array: (items) => ({ kind: 'array', items }),
  object: (members) => ({ kind: 'object', members }),
};

/** Reads RFC 8259 JSON, keeping the source text of numbers (docs/protocol.md#selection). @throws JsonError */
export function readJson(bytes: Uint8Array, limits: JsonLimits): JsonValue {
  return renderJson(jsonText(bytes, limits), limits, exactRendering);
}

/** A document, and how many values its text holds. */
export interface CountedJson {
  readonly root: JsonValue;
  readonly values: number;
}

/**
 * {@link readJson} of a decoded text, and how many values it holds, of any kind and containers included. A value counts as it is written,
 * also when a later member of the same name takes its place. @throws JsonError
 */
export function readCountedJson(text: string, limits: Omit<JsonLimits, 'maxBytes' | 'byteOrderMark'>): CountedJson {
  const reader = new JsonReader(text, limits, exactRendering);
  const root = reader.read();
  return { root, values: reader.nodes };
}
