import type { operations, OperationSpec } from '@oracle-gateway/gateway-api';
import { type Address, formatAddress } from '@oracle-gateway/protocol';
import type { Endpoint } from '../http/endpoint.js';
import { etagOf, namesTag } from '../http/etag.js';
import { llmsText } from './llms-text.js';

const CACHE_CONTROL = 'public, max-age=300';

export interface GetLlmsTextDeps {
  /** Operations that this gateway serves. */
  readonly operations: readonly OperationSpec[];
  readonly programId: Address;
  readonly network: string;
  readonly publicOrigin: string | undefined;
}

/** GET /llms.txt: what a model needs to use this gateway. It changes only with a version of the gateway. */
export function getLlmsText({ programId, ...input }: GetLlmsTextDeps): Endpoint<typeof operations.getLlmsText> {
  const body = llmsText({ ...input, programId: formatAddress(programId) });
  const headers = { ETag: etagOf(body), 'Cache-Control': CACHE_CONTROL };
  return ({ header }) =>
    Promise.resolve(
      namesTag(header('if-none-match'), headers.ETag) ? { status: 304, body: null, headers } : { status: 200, body, headers },
    );
}
