import type { NodeErrorCode } from '@oracle-gateway/node-api';
import type { NodeFault } from './node-call-error.js';

/**
 * Whose fault a refusal is. `declined` are the codes that an honest node is brought to by others: a registry that is changing, a clock,
 * another signer's commitments, a crowd. One such refusal proves nothing, so nodes are judged by how often they decline beside their peers.
 * `excused` are the codes that one caller can have any node answer: by what its source costs, by a second value of one feed and second, by
 * what it seals. They say nothing of the node.
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
    case 'share_used':
    case 'not_enabled':
      return 'excused';
    case 'stale_registry':
    case 'snapshot_mismatch':
    case 'clock_skew':
    case 'signers_mismatch':
    case 'overloaded':
      return 'declined';
    default:
      return 'refused';
  }
}
