import type { SimulateAnswer } from '@oracle-gateway/gateway-api';
import type { Subject } from '@oracle-gateway/protocol';
import { observeFailure } from '../model/round-failure.js';
import { ruleOfSubject } from '../observing/value-rule.js';
import type { NodeSight } from './ask-nodes.js';
import { isTooOld } from './node-trouble.js';

type Reason = NonNullable<SimulateAnswer['data']['reason']>;

/** Why nothing would be signed: the refusal of such a round, or that too few nodes were asked for one. */
export function noValue(
  sights: readonly NodeSight[],
  { subject, quorum }: { readonly subject: Subject; readonly quorum: number },
  deps: { readonly nowMs: () => number },
): Reason {
  const asked = sights.length;
  if (asked < quorum) {
    return {
      code: 'one_node_asked',
      detail: 'one node was asked; sign the request or send a session token to have the eligible set asked',
    };
  }
  const failures = sights.flatMap((sight) => ('failure' in sight ? [sight.failure] : []));
  const arrived = asked - failures.length;
  const tooOld = failures.filter(isTooOld).length;
  if (tooOld > 0 && arrived < quorum && arrived + tooOld >= quorum) {
    return { code: 'nodes_too_old', detail: `${tooOld} of ${asked} nodes run a version without dry runs; a round may still be served` };
  }
  const { kind } = ruleOfSubject(subject, deps);
  const refusal = observeFailure({ quorum, asked, arrived, unfit: 0, outstanding: 0, failures, kind });
  return { code: refusal.code, detail: refusal.message };
}
