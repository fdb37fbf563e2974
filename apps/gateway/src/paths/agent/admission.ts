import { tenantOfKey } from '@oracle-gateway/fair-share';
import { rememberedAddresses } from '@oracle-gateway/ledger';
import {
  type Address,
  agentRoundAddress,
  agentRoundPrice,
  deriveFeedId,
  formatAddress,
  roundIdOf,
  unitsOf,
} from '@oracle-gateway/protocol';
import { ACCOUNT_BYTES } from '@oracle-gateway/protocol/accounts';
import { requireEnvelopes } from '../../admission/requested-subject.js';
import { GatewayError } from '../../errors/gateway-error.js';
import { agentPaymentRequired, coversRound } from './payment-required.js';
import { checkAgentRequestAuth, type AgentRoundRequest } from './request.js';
import type { EscrowFunds, EscrowFundsReader } from './escrow-funds.js';
import { gatewayRefusal } from '../../admission/account-refusals.js';
import { readersOf } from '../../answers/stored-answer.js';
import { checkTerms } from '../../admission/round-terms.js';
import type { PathPorts } from '../path-ports.js';
import { type AgentRound, escrowHold, judgeFunds, NAMES } from './policy.js';

export type AgentAdmission = (request: AgentRoundRequest) => Promise<AgentRound>;

export interface AgentAdmissionDeps {
  readonly ports: PathPorts;
  readonly funds: EscrowFundsReader;
  /** Network name of a 402's envelope. */
  readonly x402Network: string;
}

/**
 * Admission of the agent path, in this order: terms and amount (400), a signature that is there (401), authority and pauses (403),
 * funds (402), a signature that is missing (401). Missing funds are refused before a replay, so before anything is reserved.
 */
export function createAgentAdmission({ ports, funds: reader, x402Network }: AgentAdmissionDeps): AgentAdmission {
  const { programId, gateway, mint } = ports.deployment;
  return async (request) => {
    const registry = await checkTerms(request, NAMES, ports);
    await requireEnvelopes(request, registry, ports);
    await checkAmount(request, ports);
    const { payer, signaturesRequired, timestampSeconds, amountAtomic, subject, sealed, keepsEvidence } = request;
    const { sourceId } = subject;
    const feedId = deriveFeedId({ owner: payer, sourceId, signaturesRequired });
    const escrow = rememberedAddresses.escrow(programId, payer, gateway);
    const signature = checkAgentRequestAuth(request, { escrow, gateway, feedId }, ports.callers.verifySignature);

    const due = { payer, gateway, mint, network: x402Network, feedId, signaturesRequired, timestampSeconds, amountAtomic };
    const readAfresh = async (): Promise<EscrowFunds> => judgeFunds(request, await reader.afresh(payer), ports);
    // An answer without a signature is what the caller came for, and no reservation will correct it.
    const checked = signature === null ? await readAfresh() : judgeFunds(request, await reader.remembered(payer), ports);
    const gatewayFault = gatewayRefusal(await ports.gatewayAccount(), timestampSeconds);
    if (gatewayFault !== null) throw new GatewayError(gatewayFault);
    const funds = signature === null || coversRound(checked, amountAtomic) ? checked : await readAfresh();
    if (!coversRound(funds, amountAtomic)) throw agentPaymentRequired(due, funds);
    if (signature === null) throw new GatewayError('agent_request_auth_sig_missing');

    const identity = { programId, payer, gateway, sourceId, signaturesRequired, canonicalTimestampSeconds: timestampSeconds };
    return {
      path: 'agent',
      roundId: roundIdOf(agentRoundAddress(identity)),
      listedUnder: payerList(payer),
      requester: payer,
      tenant: tenantOfKey(payer, { isStranger: true }),
      feedOwner: payer,
      feedId,
      subject,
      sealed,
      keepsEvidence,
      ...readersOf(sealed, payer),
      signaturesRequired,
      registry,
      timestampSeconds,
      charge: { kind: 'escrow', payer, amountAtomic, requestSignature: signature },
      opensAccountsOfBytes: [ACCOUNT_BYTES.agentRound, ACCOUNT_BYTES.agentEscrow],
      exclusive: [],
      holds: [escrowHold(amountAtomic, funds)],
      due,
      funds,
    };
  };
}

/**
 * The amount is exactly the price (docs/api.md#post-v1agentexecute). One that differs from the price known refreshes it once before it is refused: the caller
 * may have read the ledger later than we did. The refusal tells the price.
 */
async function checkAmount({ amountAtomic, signaturesRequired, subject }: AgentRoundRequest, { ledger }: PathPorts): Promise<void> {
  const terms = { signaturesRequired, units: unitsOf(subject.form) };
  const cached = agentRoundPrice((await ledger.config()).prices, terms);
  const price = cached === amountAtomic ? cached : agentRoundPrice((await ledger.config({ refresh: true })).prices, terms);
  if (price !== amountAtomic) {
    throw new GatewayError('amount_mismatch', { detail: `amount: must be the price ${price}`, members: { amount: Number(price) } });
  }
  if (price === 0n) throw new GatewayError('not_enabled', { detail: 'amount: the ledger sets no price for agent rounds' });
}

/** The list of the rounds that a payer has asked for. */
export function payerList(payer: Address): string {
  return `payer:${formatAddress(payer)}`;
}
