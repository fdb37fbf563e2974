import { type AgentRoundsAnswer, operations } from '@oracle-gateway/gateway-api';
import { CHARGES, quotaAddress, type RoundRecord, type SettlementPayload } from '@oracle-gateway/outbox';
import { type Address, deriveFeedId, toHex } from '@oracle-gateway/protocol';
import { payerList } from './admission.js';
import { readAddress } from '../../admission/request-body.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { Endpoint } from '../../http/endpoint.js';
import { queryOf } from '../../http/read-query.js';
import type { PathPorts } from '../path-ports.js';
import { readRoundPage } from '../../answers/round-page.js';

type Listed = AgentRoundsAnswer['data']['rounds'][number];

const readQuery = queryOf(operations.getAgentRounds);

/** GET /v1/agent/{payer}/rounds: what a payer has asked for lately, for its books. */
export function getAgentRounds(ports: PathPorts): Endpoint<typeof operations.getAgentRounds> {
  return async ({ path, query }) => {
    const payer = readAddress(path['payer'] ?? '', 'payer');
    const page = await readRoundPage(payerList(payer), readQuery(query), ports);
    return { status: 200, body: { status: 'ok', data: { rounds: page.rounds.map((record) => shape(payer, record)), next: page.next } } };
  };
}

function shape(payer: Address, record: RoundRecord): Listed {
  if (record.payment !== undefined) throw new GatewayError('internal', { cause: new Error('a list of agent rounds names a paid one') });
  const { roundId, state, createdAtMs, holds, payload, reason, settlement } = record;
  const amountAtomic = holds.find(({ quotaKey }) => quotaAddress(CHARGES.escrow.quotas.ofTokenAccount, quotaKey) !== null)?.units ?? 0;
  return {
    roundId,
    state,
    createdAt: createdAtMs,
    amount: amountAtomic.toString(),
    ...(payload === undefined ? {} : { timestamp: payload.timestampSeconds, feedId: feedIdOf(payer, payload) }),
    ...(reason === undefined ? {} : { reason }),
    ...(settlement === undefined ? {} : { settlement }),
  };
}

/** Derived: reading it out of a hundred stored answers would take milliseconds of an unauthenticated request. */
function feedIdOf(payer: Address, { sourceId, signaturesRequired }: SettlementPayload): string {
  return toHex(deriveFeedId({ owner: payer, sourceId, signaturesRequired }));
}
