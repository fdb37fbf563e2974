import { parseSimulateRequest } from '@oracle-gateway/gateway-api/parsers';
import { deriveSourceId, secretNames, type SourceId } from '@oracle-gateway/protocol';
import { readRequestBody } from '../admission/request-body.js';
import type { RequestedSource, SourceReader } from '../admission/requested-source.js';

/** A request in the protocol's own types. */
export interface DryRunRequest extends RequestedSource {
  readonly sourceId: SourceId;
  /** Undefined: the smallest that a round may have. */
  readonly signaturesRequired: number | undefined;
  /** The gateway itself would bring the credential of the source. */
  readonly isSponsored: boolean;
}

/** Reads and validates a body as far as it can be judged by itself. Throws a 400 GatewayError naming field and rule. */
export function readDryRunRequest(body: Uint8Array, sources: SourceReader): DryRunRequest {
  const request = readRequestBody(body, parseSimulateRequest);
  const source = sources.read(request);
  return {
    ...source,
    sourceId: deriveSourceId(source.apiConfig),
    signaturesRequired: request.signaturesRequired,
    isSponsored: source.sealed === undefined && secretNames(source.apiConfig).length > 0,
  };
}
