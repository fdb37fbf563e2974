import { headersOf } from '../answer-headers.js';
import type { ErrorCode } from '../error-rules.js';
import { ErrorBody, sharedRefusals } from '../error-body.js';
import { errorTable } from '../errors.js';
import type { HeaderSpec, LinkSpec, OperationSpec, ResponseSpec } from '../operation.js';
import { describeExamples } from './describe-examples.js';
import { capitalized, isObject, type JsonObject } from './json.js';
import type { NamedSchemas } from './named-schemas.js';

export interface Answers {
  readonly of: (operation: OperationSpec) => JsonObject;
  /** Content of `components`: what answers refer to. */
  readonly components: () => { readonly responses: JsonObject; readonly headers: JsonObject; readonly examples: JsonObject };
}

/** The answers of some operations, with headers, examples and links. A link to an operation that is not among them is left out. */
export function describeAnswers(operations: readonly OperationSpec[], schemas: NamedSchemas): Answers {
  const names = new Set(operations.map(({ name }) => name));
  const answers = operations.flatMap((operation) =>
    Object.entries(operation.responses).map(([status, response]) => ({ operation, status: Number(status), response })),
  );
  const codes = new Set<ErrorCode>();
  const headers = formsOf(
    answers.flatMap(({ operation, status }) =>
      Object.entries(headersOf(operation, status)).map(([name, spec]) => [name, describeHeader(spec)] as const),
    ),
  );

  const describeHeaders = (ofAnswer: Readonly<Record<string, HeaderSpec>>): JsonObject =>
    Object.fromEntries(Object.entries(ofAnswer).map(([name, spec]) => [name, referToHeader(headers, name, describeHeader(spec))]));
  const describeAnswer = (operation: OperationSpec, status: number, response: ResponseSpec): JsonObject => ({
    description: descriptionOf(response),
    headers: describeHeaders(headersOf(operation, status)),
    ...describeContent(response, schemas, examplesOf(response, { operation, status, codes })),
    ...describeLinks(operation, status, names),
  });
  const described = answers.map((answer) => ({ ...answer, described: describeAnswer(answer.operation, answer.status, answer.response) }));
  const responses = sharedOf(described);
  return {
    of: (operation) =>
      Object.fromEntries(
        described.filter((answer) => answer.operation === operation).map((answer) => [answer.status, referToResponse(responses, answer)]),
      ),
    components: () => ({ responses, headers, examples: Object.fromEntries([...codes].map((code) => [code, exampleOf(code)])) }),
  };
}

function describeHeader(spec: HeaderSpec): JsonObject {
  const { description, isAlwaysSent = false } = typeof spec === 'string' ? { description: spec } : spec;
  return { description, required: isAlwaysSent, schema: { type: 'string' } };
}

interface DescribedAnswer {
  readonly response: ResponseSpec;
  readonly described: JsonObject;
}

/** Most codes of a refusal that is named after them. */
const MAX_NAMING_CODES = 2;

/** The name under which operations share a refusal: its own, or that of its codes. */
function sharedName({ body, codes = [] }: ResponseSpec): string | undefined {
  if (body !== ErrorBody || codes.length === 0) return undefined;
  const [own] = Object.entries(sharedRefusals).find(([, { codes: shared }]) => shared.join() === codes.join()) ?? [];
  if (own !== undefined || codes.length > MAX_NAMING_CODES) return own;
  return codes.map((code) => code.split('_').map(capitalized).join('')).join('Or');
}

/** The refusals that several answers share, in their commonest form. Another description of one stands beside the reference to it. */
function sharedOf(answers: readonly DescribedAnswer[]): Record<string, JsonObject> {
  const named = answers.flatMap(({ response, described }) => {
    const name = sharedName(response);
    return name === undefined ? [] : [[name, described] as const];
  });
  const uses = (name: string, form: JsonObject): number => named.filter(([other, its]) => other === name && isSameBeside(its, form)).length;
  return Object.fromEntries(Object.entries(commonestOf(named)).filter(([name, form]) => uses(name, form) > 1));
}

function referToResponse(responses: JsonObject, { response, described }: DescribedAnswer): JsonObject {
  const name = sharedName(response);
  const shared = name === undefined ? undefined : responses[name];
  if (!isObject(shared) || !isSameBeside(shared, described)) return described;
  const { description } = described;
  return { $ref: `#/components/responses/${name}`, ...(description === shared['description'] ? {} : { description }) };
}

function isSameBeside({ description: _one, ...ofOne }: JsonObject, { description: _other, ...ofOther }: JsonObject): boolean {
  return JSON.stringify(ofOne) === JSON.stringify(ofOther);
}

/** The commonest form of each name, whatever the order of the operations. */
function commonestOf(described: readonly (readonly [name: string, form: JsonObject])[]): Record<string, JsonObject> {
  const counts = new Map<string, number>();
  const commonest: Record<string, JsonObject> = {};
  const countOf = (name: string, form: JsonObject | undefined): number => counts.get(name + JSON.stringify(form)) ?? 0;
  for (const [name, form] of described) counts.set(name + JSON.stringify(form), countOf(name, form) + 1);
  for (const [name, form] of described) {
    const ahead = countOf(name, form) - countOf(name, commonest[name]);
    if (ahead > 0 || (ahead === 0 && placeOf(form) < placeOf(commonest[name]))) commonest[name] = form;
  }
  return commonest;
}

/** The order of forms that are equally common: a header that is always sent comes first. */
function placeOf(form: JsonObject = {}): string {
  return `${form['required'] === true ? 0 : 1} ${JSON.stringify(form)}`;
}

/** Each form of a header as a component: the commonest has its name, each further one a number too. */
function formsOf(described: readonly (readonly [name: string, form: JsonObject])[]): Record<string, JsonObject> {
  const forms: Record<string, JsonObject> = commonestOf(described);
  const counts = new Map<string, number>();
  for (const [name, form] of described) {
    if (referToHeader(forms, name, form) !== null) continue;
    const count = (counts.get(name) ?? 1) + 1;
    counts.set(name, count);
    forms[`${name}-${count}`] = form;
  }
  return forms;
}

function referToHeader(headers: JsonObject, name: string, described: JsonObject): JsonObject | null {
  const text = JSON.stringify(described);
  const found = Object.keys(headers).find((key) => key.replace(/-\d+$/, '') === name && JSON.stringify(headers[key]) === text);
  return found === undefined ? null : { $ref: `#/components/headers/${found}` };
}

/** Refusals with a body of their own have one example; the codes that they may have stand in the text. */
function descriptionOf({ description, codes, body }: ResponseSpec): string {
  if (codes === undefined || body === ErrorBody) return description;
  return `${description}. Codes: ${codes.map((code) => `\`${code}\``).join(', ')}`;
}

interface ExamplesInput {
  readonly operation: OperationSpec;
  readonly status: number;
  /** Gathers the codes whose examples are referred to. */
  readonly codes: Set<ErrorCode>;
}

function examplesOf({ body, codes: ofRefusal = [] }: ResponseSpec, { operation: { examples }, status, codes }: ExamplesInput): JsonObject {
  const described = describeExamples(examples, ({ answers }) => answers?.[status]);
  if (described !== undefined) return described;
  if (body !== ErrorBody || ofRefusal.length === 0) return {};
  for (const code of ofRefusal) codes.add(code);
  return { examples: Object.fromEntries(ofRefusal.map((code) => [code, { $ref: `#/components/examples/${code}` }])) };
}

function exampleOf(code: ErrorCode): JsonObject {
  const { message, meaning, scope } = errorTable[code];
  return { description: meaning, value: { error: message, code, ...(scope === undefined ? {} : { scope }) } };
}

/** A stream is described by one of its events, as tools read it; the JSON of an event is a schema of its data's content. */
function describeContent(response: ResponseSpec, schemas: NamedSchemas, examples: JsonObject): JsonObject {
  const { body } = response;
  const form: ResponseSpec['form'] = response.form;
  switch (form) {
    case undefined:
      return { content: { 'application/json': { schema: schemas.of(body), ...examples } } };
    case 'events': {
      const { example } = examples;
      const events = Array.isArray(example) ? { example: { id: '1', data: JSON.stringify(example[0]) } } : {};
      return { content: { 'text/event-stream': { schema: eventSchema(schemas.of(body)), ...events } } };
    }
    case 'text':
      return { content: { 'text/plain': { schema: schemas.of(body), ...examples } } };
    case 'csv':
      return { content: { 'text/csv': { schema: schemas.of(body), ...examples } } };
    case 'none':
      return {};
  }
}

function eventSchema(value: JsonObject): JsonObject {
  const data = { type: 'string', contentMediaType: 'application/json', contentSchema: value };
  return { type: 'object', properties: { id: { type: 'string' }, data }, required: ['id', 'data'], description: 'one event of the stream' };
}

function describeLinks({ links = {} }: OperationSpec, status: number, names: ReadonlySet<string>): JsonObject {
  const described = Object.entries<LinkSpec>(links).flatMap(([name, { on, operation, parameters, requestBody, description }]) => {
    if (!on.includes(status) || !names.has(operation)) return [];
    const body = isObject(requestBody) ? { requestBody } : {};
    return [[name, { operationId: operation, ...(parameters === undefined ? {} : { parameters }), ...body, description }] as const];
  });
  return described.length === 0 ? {} : { links: Object.fromEntries(described) };
}
