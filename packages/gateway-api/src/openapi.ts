import type { OperationSpec } from './operation.js';
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
      : { requestBody: { required: true, content: { 'application/json': { schema: operation.request } } } }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, { description, body }]) => [
        status,
        { description, content: { 'application/json': { schema: body } } },
      ]),
    ),
  };
}

function describeParameters({ pathParameters = {}, queryParameters = {} }: OperationSpec): JsonObject {
  const parameters = [
    ...Object.entries(pathParameters).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...Object.entries(queryParameters).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
  ];
  return parameters.length === 0 ? {} : { parameters };
}
