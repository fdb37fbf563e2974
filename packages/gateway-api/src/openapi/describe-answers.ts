import { headersOf } from '../answer-headers.js';
import type { ErrorCode } from '../error-fates.js';
import { ErrorBody, sharedRefusals } from '../error-body.js';
import { errorTable } from '../errors.js';
import type { HeaderSpec, LinkSpec, OperationSpec, ResponseSpec } from '../operation.js';
import { describeExamples } from './describe-examples.js';
import { capitalized, type JsonObject } from './json.js';
import type { NamedSchemas } from './named-schemas.js';
import { type NamedForm, shareForms, type SharedForms } from './shared-forms.js';

export interface Answers {
  readonly of: (operation: OperationSpec) => JsonObject;
  /** Content of `components`: what answers refer to. */
  readonly components: () => Readonly<Record<'responses' | 'headers' | 'links' | 'examples', JsonObject>>;
}

/** The answers of some operations, with headers, examples and links. A link to an operation that is not among them is left out. */
export function describeAnswers(operations: readonly OperationSpec[], schemas: NamedSchemas): Answers {
  const names = new Set(operations.map(({ name }) => name));
  const answers = operations.flatMap((operation) =>
    Object.entries(operation.responses).map(([status, response]) => ({ operation, status: Number(status), response })),
  );
  const codes = new Set<ErrorCode>();
  const headers = shareForms(
    'headers',
    answers.flatMap(({ operation, status }) =>
      Object.entries(headersOf(operation, status)).map(([name, spec]) => [name, describeHeader(spec)] as const),
    ),
  );

  const links = shareForms(
    'links',
    answers.flatMap(({ operation, status }) => linksOf(operation, status, names)),
  );

  const describeHeaders = (ofAnswer: Readonly<Record<string, HeaderSpec>>): JsonObject =>
    Object.fromEntries(Object.entries(ofAnswer).map(([name, spec]) => [name, headers.of(name, describeHeader(spec))]));
  const describeAnswer = (operation: OperationSpec, status: number, response: ResponseSpec): JsonObject => ({
    description: descriptionOf(response),
    headers: describeHeaders(headersOf(operation, status)),
    ...describeContent(response, schemas, examplesOf(response, { operation, status, codes })),
    ...describeLinks(linksOf(operation, status, names), links),
  });
  const described = answers.map((answer) => ({ ...answer, described: describeAnswer(answer.operation, answer.status, answer.response) }));
  const responses = shareForms(
    'responses',
    described.map((answer) => [componentName(answer), answer.described]),
  );
  return {
    of: (operation) =>
      Object.fromEntries(
        described
          .filter((answer) => answer.operation === operation)
          .map((answer) => [answer.status, responses.of(componentName(answer), answer.described)]),
      ),
    components: () => ({
      responses: responses.components,
      headers: headers.components,
      links: links.components,
      examples: Object.fromEntries([...codes].map((code) => [code, exampleOf(code)])),
    }),
  };
}

function describeHeader(spec: HeaderSpec): JsonObject {
  const { description, isAlwaysSent = false } = typeof spec === 'string' ? { description: spec } : spec;
  return { description, ...(isAlwaysSent ? { required: true } : {}), schema: { type: 'string' } };
}

/** The name of an answer that several operations have: of a refusal its own or that of its codes, of any other its status. */
function componentName({ response, status }: { readonly response: ResponseSpec; readonly status: number }): string {
  const { body, codes = [] } = response;
  const [own] = Object.entries(sharedRefusals).find(([, { codes: shared }]) => shared.join() === codes.join()) ?? [];
  if (own !== undefined) return own;
  return body === ErrorBody ? codes.map((code) => code.split('_').map(capitalized).join('')).join('Or') : `Status${status}`;
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

function linksOf({ links = {} }: OperationSpec, status: number, names: ReadonlySet<string>): readonly NamedForm[] {
  return Object.entries<LinkSpec>(links).flatMap(([name, { on, operation, parameters, description }]) => {
    if (!on.includes(status) || !names.has(operation)) return [];
    return [[name, { operationId: operation, ...(parameters === undefined ? {} : { parameters }), description }] as const];
  });
}

function describeLinks(ofAnswer: readonly NamedForm[], shared: SharedForms): JsonObject {
  if (ofAnswer.length === 0) return {};
  return { links: Object.fromEntries(ofAnswer.map(([name, link]) => [name, shared.of(name, link)])) };
}
