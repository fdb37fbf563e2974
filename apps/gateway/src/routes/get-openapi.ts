import { type OpenApiAnswer, openApiDocument, type operations, type OperationSpec } from '@oracle-gateway/gateway-api';
import type { Endpoint } from '../http/endpoint.js';
import { etagOf, namesTag } from '../http/etag.js';

const CACHE_CONTROL = 'public, max-age=300';

export interface GetOpenApiDeps {
  /** Operations that this gateway serves. */
  readonly operations: readonly OperationSpec[];
  /** Origin at which callers reach it; undefined: where they found the document. */
  readonly publicOrigin: string | undefined;
}

/** GET /v1/openapi.json: the contract of what is served. */
export function getOpenApi({ operations: served, publicOrigin }: GetOpenApiDeps): Endpoint<typeof operations.getOpenApi> {
  const describe = () => {
    const body = openApiDocument({
      operations: served,
      ...(publicOrigin === undefined ? {} : { serverUrl: publicOrigin }),
    }) as OpenApiAnswer;
    return { body, headers: { ETag: etagOf(JSON.stringify(body)), 'Cache-Control': CACHE_CONTROL } };
  };
  // Written when it is first asked for, and kept: most starts of a gateway need none.
  let described: ReturnType<typeof describe> | undefined;
  return ({ header }) => {
    const { body, headers } = (described ??= describe());
    return Promise.resolve(
      namesTag(header('if-none-match'), headers.ETag) ? { status: 304, body: null, headers } : { status: 200, body, headers },
    );
  };
}
