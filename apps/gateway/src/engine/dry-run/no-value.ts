import type { SimulateAnswer } from '@oracle-gateway/gateway-api';
import { type FailedSubject, failureMembers } from '../../errors/source-failure.js';
import { observeFailure } from '../model/round-failure.js';
import { lackingSources, ruleOfSubject } from '../observing/value-rule.js';
import type { NodeSight, SeenBy } from './ask-nodes.js';
import { isTooOld } from './node-trouble.js';
import { setOf } from './would-sign.js';

type Reason = NonNullable<SimulateAnswer['data']['reason']>;

/** Why nothing would be signed: the refusal of such a round, or that too few nodes were asked for one. */
export function noValue(
  sights: readonly NodeSight[],
  { quorum, ...tried }: FailedSubject & { readonly quorum: number },
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
  const { kind } = ruleOfSubject(tried.subject, deps);
  const seen = sights.filter((sight): sight is SeenBy => 'values' in sight);
  const refusal = observeFailure({
    ...tried,
    quorum,
    asked,
    arrived,
    unfit: 0,
    outstanding: 0,
    failures,
    kind,
    lacking: lackingSources(setOf(seen), tried.subject, {
      quorum,
      toldAt: (place) => seen.flatMap(({ answered }) => answered[place] ?? []),
    }),
  });
  return { code: refusal.code, detail: refusal.message, ...failureMembers(refusal.details.failure, 'requester') };
}
