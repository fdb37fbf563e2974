import type { TSchema } from '@sinclair/typebox';
import type { OperationSpec } from '../operation.js';
import { capitalized, type JsonObject } from './json.js';
import type { NamedSchemas } from './named-schemas.js';

export interface Parameters {
  readonly of: (operation: OperationSpec) => JsonObject;
  /** Content of `components.parameters`: those of several operations. */
  readonly components: JsonObject;
}

/** The parameters of some operations. */
export function describeParameters(operations: readonly OperationSpec[], schemas: NamedSchemas): Parameters {
  const all = operations.map((operation) => [operation, parametersOf(operation, schemas)] as const);
  const uses = new Map<string, number>();
  for (const [, parameters] of all) {
    for (const parameter of parameters) uses.set(JSON.stringify(parameter), (uses.get(JSON.stringify(parameter)) ?? 0) + 1);
  }
  const names = new Map<string, string>();
  const components: Record<string, JsonObject> = {};
  for (const parameter of all.flatMap(([, parameters]) => parameters)) {
    const [text, name] = [JSON.stringify(parameter), capitalized(parameter.name.replace(/-/g, ''))];
    if ((uses.get(text) ?? 0) < 2 || name in components) continue;
    names.set(text, name);
    components[name] = parameter;
  }
  const written = new Map(
    all.map(([operation, parameters]) => [
      operation,
      parameters.map((parameter) => {
        const name = names.get(JSON.stringify(parameter));
        return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
      }),
    ]),
  );
  return {
    of: (operation) => {
      const parameters = written.get(operation) ?? [];
      return parameters.length === 0 ? {} : { parameters };
    },
    components,
  };
}

function parametersOf(operation: OperationSpec, schemas: NamedSchemas): (JsonObject & { readonly name: string })[] {
  const { pathParameters = {}, queryParameters = {}, headerParameters = {}, examples = {} } = operation;
  const withExample = (example: unknown): object => (example === undefined ? {} : { example });
  const described = (schema: TSchema): object => ({
    schema: schemas.of(schema),
    ...(schema['deprecated'] === true ? { deprecated: true } : {}),
  });
  return [
    ...Object.entries(pathParameters).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      ...described(schema),
      ...withExample(examples.path?.[name]),
    })),
    ...Object.entries(queryParameters).map(([name, schema]) => ({
      name,
      in: 'query',
      ...described(schema),
      ...withExample(examples.query?.[name]),
    })),
    // OpenAPI ignores a parameter `Authorization`: security schemes describe it.
    ...Object.entries(headerParameters).flatMap(([name, schema]) =>
      name === 'Authorization' ? [] : [{ name, in: 'header', ...described(schema) }],
    ),
  ];
}
