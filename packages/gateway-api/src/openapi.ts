import type { OperationSpec, ResponseSpec } from './operation.js';
import { operations } from './operations.js';

/** A JSON value of the OpenAPI document. */
export type JsonObject = { readonly [member: string]: unknown };

/** The OpenAPI 3.1 description (version 1.0, interface §9), derived from {@link operations}. */
export function openApiDocument(): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const operation of Object.values<OperationSpec>(operations)) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation);
  }
  const document: JsonObject = { openapi: '3.1.0', info: { title: 'Oracle Gateway', version: '1.0' }, paths };
  // TypeBox marks its schemas with symbols; a document consists of what JSON keeps.
  const plain: unknown = JSON.parse(JSON.stringify(document));
  return isObject(plain) ? plain : document;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

function describe(operation: OperationSpec): JsonObject {
  return {
    operationId: operation.name,
    summary: operation.summary,
    ...describeParameters(operation),
    ...(operation.request === undefined
      ? {}
      : {
          requestBody: { required: operation.requestIsOptional !== true, content: { 'application/json': { schema: operation.request } } },
        }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, { description, body, form, headers }]) => [
        status,
        { description, ...describeHeaders(headers), ...describeContent(body, form) },
      ]),
    ),
  };
}

/** OpenAPI 3.1 describes the text of a stream; the JSON of its events is a schema of the text's content. */
function describeContent(body: ResponseSpec['body'], form: ResponseSpec['form']): JsonObject {
  switch (form) {
    case undefined:
      return { content: { 'application/json': { schema: body } } };
    case 'events':
      return {
        content: { 'text/event-stream': { schema: { type: 'string', contentMediaType: 'application/json', contentSchema: body } } },
      };
    case 'none':
      return {};
  }
}

function describeHeaders(headers: ResponseSpec['headers'] = {}): JsonObject {
  const described = Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }] as const);
  return described.length === 0 ? {} : { headers: Object.fromEntries(described) };
}

function describeParameters({ pathParameters = {}, queryParameters = {}, headerParameters = {} }: OperationSpec): JsonObject {
  const parameters = [
    ...Object.entries(pathParameters).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...Object.entries(queryParameters).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    ...Object.entries(headerParameters).map(([name, schema]) => ({ name, in: 'header', required: false, schema })),
  ];
  return parameters.length === 0 ? {} : { parameters };
}
