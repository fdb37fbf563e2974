import { deprecationText } from '../deprecation.js';
import type { OperationSpec } from '../operation.js';
import { operations as allOperations } from '../operations.js';
import { tags } from '../tags.js';
import { describeAnswers } from './describe-answers.js';
import { describeExamples } from './describe-examples.js';
import { describeParameters } from './describe-parameters.js';
import { bodyCredentials, describeSecurity, describeSecuritySchemes } from './describe-security.js';
import { type JsonObject, plainObject } from './json.js';
import { type NamedSchemas, nameSchemas } from './named-schemas.js';

const REPOSITORY = 'https://github.com/oracle-gateway/oracle-gateway';

const INFO = {
  title: 'Oracle Gateway',
  version: '1.0',
  summary: 'Values of any HTTP source, signed together by a quorum of independent nodes',
  description:
    'A quorum of independent nodes fetches a value from an HTTP source and signs it in one aggregate Schnorr signature. Callers pay with a subscription, per request (x402) or from an escrow. An answer proves nothing by itself: verify its signature with the node keys on the ledger.',
  contact: { name: 'Oracle Gateway', url: REPOSITORY },
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
};

/** Every gateway serves it. */
const EXTERNAL_DOCS = { url: '/protocol.md', description: 'What is hashed, signed and verified' };

/** The operations to describe, and where they are served. */
export interface OpenApiInput {
  /** Operations to describe; by default every operation of the contract. */
  readonly operations?: readonly OperationSpec[];
  /** Origin at which the operations are served; by default that of the document itself. */
  readonly serverUrl?: string;
}

/**
 * The OpenAPI 3.1 description (version 1.0), derived from the operations.
 *
 * @example
 * const document = openApiDocument({ serverUrl: 'https://oracle.example' });
 */
export function openApiDocument({ operations = Object.values(allOperations), serverUrl = '/' }: OpenApiInput = {}): JsonObject {
  const schemas = nameSchemas(operations);
  const parameters = describeParameters(operations, schemas);
  const answers = describeAnswers(operations, schemas);
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = {
      operationId: operation.name,
      summary: operation.summary,
      ...describeText(operation),
      tags: operation.tags,
      ...(operation.deprecated === undefined ? {} : { deprecated: true }),
      ...describeSecurity(operation),
      ...parameters.of(operation),
      ...describeRequest(operation, schemas),
      responses: answers.of(operation),
    };
  }
  const used = new Set(operations.flatMap((operation) => operation.tags));
  return plainObject({
    openapi: '3.1.0',
    info: INFO,
    externalDocs: EXTERNAL_DOCS,
    servers: [{ url: serverUrl }],
    tags: Object.entries(tags).flatMap(([name, description]) => (used.has(name as keyof typeof tags) ? [{ name, description }] : [])),
    paths,
    components: {
      schemas: schemas.components(),
      parameters: parameters.components,
      ...answers.components(),
      securitySchemes: describeSecuritySchemes(),
    },
  });
}

function describeText(operation: OperationSpec): JsonObject {
  const { description, deprecated } = operation;
  const texts = [
    ...(deprecated === undefined ? [] : [deprecationText(deprecated)]),
    ...(description === undefined ? [] : [description]),
    ...bodyCredentials(operation),
  ];
  return texts.length === 0 ? {} : { description: texts.join('\n\n') };
}

function describeRequest({ request, requestIsOptional, examples }: OperationSpec, schemas: NamedSchemas): JsonObject {
  if (request === undefined) return {};
  const described = describeExamples(examples, (example) => example.request);
  return {
    requestBody: { required: requestIsOptional !== true, content: { 'application/json': { schema: schemas.of(request), ...described } } },
  };
}
