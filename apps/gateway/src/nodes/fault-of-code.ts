import type { NodeErrorCode } from '@oracle-gateway/node-api';
import type { NodeFault } from '../errors/node-call-error.js';

/**
 * Whose fault a refusal is. `declined` are the codes that an honest node is brought to by others: a second value of one feed and second, a
 * registry that is changing, a clock, another signer's commitments, the many requests of one caller. One such refusal proves nothing, so
 * nodes are judged by how often they decline beside their peers. Every other code is the node's own.
 */
export function faultOfCode(code: NodeErrorCode): NodeFault {
  switch (code) {
    case 'upstream_failure':
    case 'forbidden_source':
      return 'upstream';
    case 'envelope_undecryptable':
    case 'secrets_malformed':
    case 'secrets_expired':
    case 'secrets_other_owner':
      return 'sealed';
    case 'already_signed':
    case 'stale_registry':
    case 'snapshot_mismatch':
    case 'clock_skew':
    case 'signers_mismatch':
    case 'overloaded':
    case 'share_used':
      return 'declined';
    default:
      return 'refused';
  }
}
