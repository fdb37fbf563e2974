import { parseSimulateRequest } from '@oracle-gateway/gateway-api/parsers';
import { secretNames } from '@oracle-gateway/protocol';
import { readRequestBody } from '../admission/request-body.js';
import type { RequestedSubject, SubjectReader } from '../admission/requested-subject.js';

/** A request in the protocol's own types. */
export interface DryRunRequest extends RequestedSubject {
  /** Undefined: the smallest that a round may have. */
  readonly signaturesRequired: number | undefined;
  /** The gateway itself would bring the credential of a source. */
  readonly isSponsored: boolean;
}

/** Reads and validates a body as far as it can be judged by itself. Throws a 400 GatewayError naming field and rule. */
export function readDryRunRequest(body: Uint8Array, subjects: SubjectReader): DryRunRequest {
  const request = readRequestBody(body, parseSimulateRequest);
  const requested = subjects.read(request);
  const { subject, sealed } = requested;
  return {
    ...requested,
    signaturesRequired: request.signaturesRequired,
    isSponsored: subject.sources.some(({ apiConfig }, place) => (sealed?.[place] ?? null) === null && secretNames(apiConfig).length > 0),
  };
}
