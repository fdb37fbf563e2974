import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/** Values that fit a schema, of the keywords that the contract uses. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const']);
  const { anyOf, enum: values, type } = schema;
  if (isList(anyOf)) return fc.oneof(...anyOf.map((branch) => valuesOf(asSchema(branch))));
  if (isList(values)) return fc.constantFrom(...values);
  if (isList(type)) return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one })));
  switch (type) {
    case 'object':
      return objectsOf(schema);
    case 'array':
      return fc.array(valuesOf(asSchema(schema['items'])), { minLength: numberOr(schema['minItems'], 0), maxLength: 3 });
    case 'string':
      return stringsOf(schema);
    case 'integer':
      return fc
        .bigInt({
          min: BigInt(numberOr(schema['minimum'], Number.MIN_SAFE_INTEGER)),
          max: BigInt(numberOr(schema['maximum'], Number.MAX_SAFE_INTEGER)),
        })
        .map(Number);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** Values that mostly do not fit: a fitting one after up to three changes anywhere in it. */
export function brokenValuesOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.tuple(valuesOf(schema), fc.array(changes, { minLength: 1, maxLength: 3 })).map(([value, some]) => some.reduce(changed, value));
}

interface Change {
  /** Leads to the place, member by member. */
  readonly steps: readonly number[];
  readonly kind: 'replace' | 'remove' | 'add';
  readonly junk: unknown;
}

const changes: fc.Arbitrary<Change> = fc.record({
  steps: fc.array(fc.nat(20), { maxLength: 5 }),
  kind: fc.constantFrom('replace', 'remove', 'add'),
  junk: fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(-1, 0, 1.5, 256, 1e16, '', '0x', '\u{1F600}'.repeat(300), 'x'.repeat(2_049), '9'.repeat(21), [], {}, null, true),
    fc.constant(Array.from({ length: 65 }, () => 1)),
  ),
});

function changed(value: unknown, { steps, kind, junk }: Change): unknown {
  if (typeof value !== 'object' || value === null) return kind === 'replace' ? junk : value;
  const [step, ...rest] = steps;
  const names = Object.keys(value);
  const name = step === undefined ? undefined : names[step % names.length];
  if (Array.isArray(value)) {
    if (name === undefined) return kind === 'replace' ? junk : [...(value as unknown[]), junk];
    return value.map((item: unknown, index) => (String(index) === name ? changed(item, { steps: rest, kind, junk }) : item));
  }
  const members: Record<string, unknown> = { ...value };
  if (name === undefined) return kind === 'replace' ? junk : { ...members, 'an/unknown~member': junk };
  if (kind === 'remove' && rest.length === 0) return Object.fromEntries(Object.entries(members).filter(([other]) => other !== name));
  return { ...members, [name]: changed(members[name], { steps: rest, kind, junk }) };
}

function objectsOf(schema: Schema): fc.Arbitrary<unknown> {
  const properties = asSchema(schema['properties'] ?? {});
  const required = isList(schema['required']) ? schema['required'].map(String) : [];
  const members = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, valuesOf(asSchema(member))]));
  const named = fc.record(members, { requiredKeys: required });
  const [pattern] = Object.entries(asSchema(schema['patternProperties'] ?? {}));
  if (pattern === undefined) return named;
  const [names, member] = pattern;
  return fc.dictionary(names === '^(.*)$' ? fc.string() : fc.stringMatching(new RegExp(names)), valuesOf(asSchema(member)), { maxKeys: 3 });
}

function stringsOf(schema: Schema): fc.Arbitrary<string> {
  const { pattern } = schema;
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern.replace(/,\d{3,}\}/, ',40}'), 'u'), { size: 'xsmall' });
  const maxLength = Math.min(numberOr(schema['maxLength'], 20), 20);
  return fc.string({ minLength: numberOr(schema['minLength'], 0), maxLength, unit: 'grapheme' });
}

function asSchema(value: unknown): Schema {
  if (typeof value !== 'object' || value === null) throw new TypeError('a schema must be an object');
  return value as Schema;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
