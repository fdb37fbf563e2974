/** One mistake of an operator, and what the program must say of it. */
export interface Mistake {
  readonly what: string;
  /** Members of the file by their names, such as `server.port`; undefined takes a member out. `FOLDER` stands for the folder of the files. */
  readonly set: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly key: string;
  /** A part of the rule. */
  readonly rule: string;
  /** Further members that the rule looks at: another mistake in them may hide this one. */
  readonly reads?: readonly string[];
}

/** Of several mistakes, those in the order given that change and read different members: each shows beside the others. */
export function apart(mistakes: readonly Mistake[]): readonly Mistake[] {
  const chosen: Mistake[] = [];
  for (const mistake of mistakes) {
    if (chosen.every((other) => areApart(mistake, other))) chosen.push(mistake);
  }
  return chosen;
}

function areApart(one: Mistake, other: Mistake): boolean {
  return namesOf(one).every((name) => namesOf(other).every((second) => !isWithin(name, second) && !isWithin(second, name)));
}

function namesOf({ set, reads = [], environment = {} }: Mistake): readonly string[] {
  return [...Object.keys(set), ...reads, ...Object.keys(environment)];
}

function isWithin(name: string, table: string): boolean {
  return name === table || name.startsWith(`${table}.`);
}
