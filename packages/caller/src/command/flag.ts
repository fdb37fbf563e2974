import { UsageError } from '../usage-error.js';
import type { ValueKind } from '../value-kind.js';

/** One flag of a command, as it is declared and read. */
export interface Flag<T> {
  readonly short?: string;
  /** Such as `<file>`, or `[manifest]` for a value that may be left out. Null for a flag without a value. */
  readonly placeholder: string | null;
  readonly meaning: string;
  readonly isRequired: boolean;
  readonly repeats: boolean;
  readonly choices?: readonly string[];
  /** Heading in the help. */
  readonly group?: string;
  /** `texts` is empty where the flag is absent. Throws UsageError. */
  readonly read: (name: string, texts: readonly string[]) => T;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type FlagValues<F extends Flags> = { readonly [name in keyof F]: F[name] extends Flag<infer T> ? T : never };

interface FlagForm {
  readonly short?: string;
  readonly placeholder?: string;
}

function readText<T>({ form, parse }: ValueKind<T>, name: string, text: string): T {
  const value = parse(text);
  if (value === undefined) throw new UsageError(`--${name}`, `must be ${form}`);
  return value;
}

function declare<T>(kind: ValueKind<T>, meaning: string, { short, placeholder }: FlagForm): Omit<Flag<T>, 'read'> {
  return {
    placeholder: placeholder ?? `<${kind.placeholder}>`,
    meaning,
    isRequired: false,
    repeats: false,
    ...(short === undefined ? {} : { short }),
    ...(kind.choices === undefined ? {} : { choices: kind.choices }),
  };
}

export function required<T>(kind: ValueKind<T>, meaning: string): Flag<T> {
  return {
    ...declare(kind, meaning, {}),
    isRequired: true,
    read: (name, [text]) => {
      if (text === undefined) throw new UsageError(`--${name}`, 'is required');
      return readText(kind, name, text);
    },
  };
}

export function optional<T>(kind: ValueKind<T>, meaning: string, form: FlagForm = {}): Flag<T | undefined> {
  return {
    ...declare(kind, meaning, form),
    read: (name, [text]) => (text === undefined ? undefined : readText(kind, name, text)),
  };
}

/** `otherwise` is the text that an absent flag stands for, as the help shows it. */
export function withDefault<T>(kind: ValueKind<T>, otherwise: string, meaning: string, form: FlagForm = {}): Flag<T> {
  return {
    ...declare(kind, `${meaning}; ${otherwise} by default`, form),
    read: (name, [text = otherwise]) => readText(kind, name, text),
  };
}

export function repeated<T>(kind: ValueKind<T>, meaning: string, form: FlagForm = {}): Flag<readonly T[]> {
  return {
    ...declare(kind, `${meaning}; may be repeated`, form),
    repeats: true,
    read: (name, texts) => texts.map((text) => readText(kind, name, text)),
  };
}

export function toggle(meaning: string, form: Pick<FlagForm, 'short'> = {}): Flag<boolean> {
  return {
    placeholder: null,
    meaning,
    isRequired: false,
    repeats: false,
    ...(form.short === undefined ? {} : { short: form.short }),
    read: (_name, texts) => texts.length > 0,
  };
}

/** The same flags under one heading of the help. */
export function grouped<F extends Flags>(group: string, flags: F): F {
  // Each flag keeps its type.
  return Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { ...flag, group }])) as unknown as F;
}
