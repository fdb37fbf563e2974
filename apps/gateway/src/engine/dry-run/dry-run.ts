import type { SimulateAnswer } from '@oracle-gateway/gateway-api';
import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { GatewayError } from '../../errors/gateway-error.js';
import type { NodeQuestion } from '../model/admitted-round.js';
import type { RoundPorts } from '../model/round-ports.js';
import { chooseNodes, chooseOneNode } from '../model/round-nodes.js';
import { createRoundSignal } from '../serving/round-signal.js';
import { askNodes, type NodeSight, type SeenBy } from './ask-nodes.js';
import { noValue } from './no-value.js';
import { wouldSign } from './would-sign.js';

/** A source to check as a round would. */
export interface DryRun extends NodeQuestion {
  /** A stranger has one node asked, another each time, and is brought no credential of the gateway's. */
  readonly isOfStranger: boolean;
}

export interface DryRunOutcome {
  /** Sights in the order in which nodes answered or failed. */
  readonly sights: readonly NodeSight[];
  /**
   * The value that a round would have signed, packed as 0x hex, or why it would have signed nothing. A list also has the value of each source,
   * null for an absent one.
   */
  readonly verdict:
    | { readonly value: string; readonly values: readonly (string | null)[] }
    | { readonly reason: NonNullable<SimulateAnswer['data']['reason']> };
}

/** Asks the nodes that a round would ask. Nothing is reserved, signed or held against a node. Throws a GatewayError where none can be asked. */
export async function dryRun(
  { isOfStranger, ...round }: DryRun,
  { clientGone, ending }: { readonly clientGone: AbortSignal; readonly ending: AbortSignal },
  ports: RoundPorts,
): Promise<DryRunOutcome> {
  const { subject, requester, signaturesRequired: quorum } = round;
  const nodes = isOfStranger ? [await chooseOneNode(round, ports)] : await chooseNodes(round, ports);
  const ends = createRoundSignal({ deadlineMs: ports.settings.roundDeadlineMs, clientGone, shutdown: ending });
  try {
    const sponsored = isOfStranger ? null : await ports.providers.take(round, nodes);
    const sealed = sponsored?.sealed ?? round.sealed;
    const tried = { subject, isSponsored: sponsored !== null };
    const sights = await askNodes({ ...tried, nodes, quorum, requester: formatAddress(requester), sealed, signal: ends.signal }, ports);
    if (ending.aborted) throw new GatewayError('shutting_down');
    if (clientGone.aborted) throw new GatewayError('client_gone');
    const seen = sights.filter((sight): sight is SeenBy => 'values' in sight);
    const decided = wouldSign(seen, subject, quorum);
    if (decided === null) return { sights, verdict: { reason: noValue(sights, { ...tried, quorum }, ports.clock) } };
    return { sights, verdict: { value: toHex(decided.value), values: decided.values.map((value) => value && toHex(value)) } };
  } finally {
    ends.dispose();
  }
}
