import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { SERVED } from '../../tests/served.js';
import { operations } from '../operations.js';
import { openApiDocument } from './openapi-document.js';

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly unknown[];
  readonly responses: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Document {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly unknown[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const document = openApiDocument() as unknown as Document;

/** Every `$ref` and everything else in the document, with the member that holds it. */
function refs(value: unknown, found: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [member, inner] of Object.entries(value)) {
    if (member === '$ref' && typeof inner === 'string') found.push(inner);
    else refs(inner, found);
  }
  return found;
}

describe('openApiDocument', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    expect(await new Validator().validate(structuredClone(openApiDocument()))).toMatchObject({ valid: true });
  });

  it('describes every operation with its answers, and nothing else', () => {
    const { openapi, paths } = document;
    expect(openapi).toBe('3.1.0');
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(SERVED);
    for (const operation of Object.values(operations)) {
      const { responses } = paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
      expect(Object.keys(responses ?? {}), operation.name).toEqual(Object.keys(operation.responses));
    }
    expect(paths['/v1/round/execute']?.['post']).toMatchObject({
      operationId: 'executeRound',
      security: [{}, { session: [] }],
      requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/ExecuteRoundRequest' } } } },
      responses: { '503': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } } },
    });
    expect(document.components['schemas']).toMatchObject({
      ExecuteRoundRequest: { type: 'object', additionalProperties: false },
      Error: { required: ['error', 'code'] },
    });
    expect(paths['/v1/rounds/{roundId}']?.['get']).toMatchObject({
      parameters: [{ $ref: '#/components/parameters/RoundId' }],
      security: [{}, { roundRead: [] }, { session: [] }],
    });
    expect(document.components['parameters']).toMatchObject({
      RoundId: { name: 'roundId', in: 'path', required: true },
      Payer: { name: 'payer', in: 'path', required: true },
    });
    expect(paths['/v1/x402/execute']?.['post']).toMatchObject({
      parameters: [{ name: 'PAYMENT-SIGNATURE', in: 'header', schema: { type: 'string' } }],
      responses: {
        '200': { headers: { 'PAYMENT-RESPONSE': { $ref: '#/components/headers/PAYMENT-RESPONSE' } } },
        '402': { headers: { 'PAYMENT-REQUIRED': { $ref: '#/components/headers/PAYMENT-REQUIRED' } } },
      },
    });
    expect(document.components['headers']).toMatchObject({
      'PAYMENT-REQUIRED': { required: true, schema: { type: 'string' } },
      'PAYMENT-RESPONSE': { required: true, schema: { type: 'string' } },
    });
    expect(paths['/v1/agent/{payer}/status']?.['get']).toMatchObject({
      parameters: [
        { $ref: '#/components/parameters/Payer' },
        { name: 'signatures_required', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 255, default: 1 } },
      ],
    });
  });

  it('says whose it is as the package does, and where it is served', () => {
    const { license, repository } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      readonly license: string;
      readonly repository: { readonly url: string };
    };
    expect(document.info).toMatchObject({
      title: 'Oracle Gateway',
      version: '1.0',
      license: { identifier: license },
      contact: { url: repository.url.replace(/^git\+|\.git$/g, '') },
    });
    expect(document.servers).toEqual([{ url: '/' }]);
    expect(openApiDocument({ serverUrl: 'https://gateway.example' })['servers']).toEqual([{ url: 'https://gateway.example' }]);
  });

  it('defines what it refers to, refers to what it defines, and inlines no schema that has a name', () => {
    const referred = new Set(refs(document));
    const defined = Object.entries(document.components).flatMap(([kind, named]) =>
      kind === 'securitySchemes' ? [] : Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...referred].sort()).toEqual(defined.sort());
    expect(JSON.stringify(document).length).toBeLessThan(190_000);
  });

  it('says of each integer that it has 64 bits, unless 32 are enough', () => {
    const { schemas } = document.components;
    expect(schemas?.['WholeNumber']).toMatchObject({ type: 'integer', format: 'int64' });
    expect(schemas?.['Quorum']).not.toHaveProperty('format');
    expect(schemas?.['RoundSettlement']).toMatchObject({ properties: { slot: { type: ['integer', 'null'], format: 'int64' } } });
  });

  it('names no credential that it does not describe', () => {
    const asked = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((described) =>
        (described as unknown as { security: object[] }).security.flatMap((one) => Object.keys(one)),
      ),
    );
    expect(Object.keys(document.components['securitySchemes'] ?? {})).toEqual(expect.arrayContaining([...new Set(asked)]));
    expect(document.paths['/v1/agent/execute']?.['post']).toMatchObject({
      security: [{}],
      description: expect.stringContaining('`agent_request_auth_sig`') as string,
    });
  });

  it('leaves out a link to an operation that it does not describe', () => {
    const { paths } = openApiDocument({ operations: [operations.executeRound, operations.getRound] }) as unknown as Document;
    const links = paths['/v1/round/execute']?.['post']?.responses['200']?.['links'];
    expect(Object.keys(links ?? {})).toEqual(['round']);
  });
});
