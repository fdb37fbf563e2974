import { isObject, type JsonObject } from './json.js';

/** A part of the document, under the name that it would have as a component. */
export type NamedForm = readonly [name: string, form: JsonObject];

export interface SharedForms {
  /** A reference to the component of this form, or the form itself where no other part has it. */
  readonly of: (name: string, form: JsonObject) => JsonObject;
  readonly components: JsonObject;
}

interface Form {
  readonly name: string;
  readonly rules: string;
  /** Uses of each description beside these rules. */
  readonly descriptions: Map<string, number>;
  uses: number;
}

/** Uses that make a component: a header is one in any case, so that it is found by its name. */
const LEAST_USES = { headers: 1, links: 2, responses: 2 } as const;

/**
 * Makes components of the forms that several parts have, whatever the order of the parts. Descriptions do not count: another one stands beside the
 * reference. The first form has the name, each further one a number too.
 */
export function shareForms(kind: keyof typeof LEAST_USES, parts: readonly NamedForm[]): SharedForms {
  const forms = new Map<string, Form>();
  for (const [name, form] of parts) {
    const { description, ...rules } = form;
    const text = JSON.stringify(rules);
    const known = forms.get(`${name} ${text}`) ?? { name, rules: text, descriptions: new Map<string, number>(), uses: 0 };
    forms.set(`${name} ${text}`, known);
    known.uses += 1;
    known.descriptions.set(String(description), (known.descriptions.get(String(description)) ?? 0) + 1);
  }
  const components: Record<string, JsonObject> = {};
  const names = new Map<string, string>();
  for (const [key, form] of [...forms]
    .filter(([, { uses }]) => uses >= LEAST_USES[kind])
    .toSorted(([, one], [, other]) => orderOf(one, other))) {
    const name = nameIn(components, form.name);
    names.set(key, name);
    const rules: unknown = JSON.parse(form.rules);
    components[name] = { description: commonest(form.descriptions), ...(isObject(rules) ? rules : {}) };
  }
  return {
    of(name, form) {
      const { description, ...rules } = form;
      const shared = names.get(`${name} ${JSON.stringify(rules)}`);
      if (shared === undefined) return form;
      const isSame = components[shared]?.['description'] === description;
      return { $ref: `#/components/${kind}/${shared}`, ...(isSame ? {} : { description }) };
    },
    components,
  };
}

/** A header that is always sent first, then the commonest. */
function orderOf(one: Form, other: Form): number {
  return Number(isAlwaysSent(other)) - Number(isAlwaysSent(one)) || other.uses - one.uses || (one.rules < other.rules ? -1 : 1);
}

function isAlwaysSent({ rules }: Form): boolean {
  return rules.includes('"required":true');
}

function nameIn(components: JsonObject, name: string): string {
  let count = 1;
  while ((count === 1 ? name : `${name}-${count}`) in components) count += 1;
  return count === 1 ? name : `${name}-${count}`;
}

function commonest(descriptions: ReadonlyMap<string, number>): string {
  const [first] = [...descriptions].toSorted(([one, uses], [other, others]) => others - uses || (one < other ? -1 : 1));
  return first?.[0] ?? '';
}
