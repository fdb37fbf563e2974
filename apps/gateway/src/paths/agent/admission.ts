import { rememberedAddresses, type LedgerConfigReader, type RegistryNodesReader, type RegistryReader } from '@oracle-gateway/ledger';
import {
  type Address,
  agentRoundAddress,
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  roundIdOf,
  type VerifyEd25519,
} from '@oracle-gateway/protocol';
import { ACCOUNT_BYTES } from '@oracle-gateway/protocol/accounts';
import { requireEnvelopes } from '../../admission/sealed-secrets.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { GatewayAccountCache } from '../../ledger/gateway-account-cache.js';
import { agentPaymentRequired, coversRound } from './payment-required.js';
import { checkAmount } from './price.js';
import { checkAgentRequestAuth } from './request-auth.js';
import type { AgentRoundRequest } from './request.js';
import type { EscrowFunds, EscrowFundsReader } from './escrow-funds.js';
import { gatewayRefusal } from '../../admission/account-refusals.js';
import { tenantOfKey } from '../../admission/tenant-of-key.js';
import { readersOf } from '../../answers/round-readers.js';
import { checkTerms } from '../../admission/round-terms.js';
import { type AgentRound, escrowHold, judgeFunds, NAMES } from './policy.js';

export type AgentAdmission = (request: AgentRoundRequest) => Promise<AgentRound>;

export interface AgentAdmissionDeps {
  readonly ledger: LedgerConfigReader & RegistryReader & RegistryNodesReader;
  readonly funds: EscrowFundsReader;
  readonly gatewayAccount: GatewayAccountCache;
  readonly verifySignature: VerifyEd25519;
  readonly programId: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly mint: Address;
  /** Network name of a 402's envelope. */
  readonly x402Network: string;
  readonly skewSeconds: number;
  readonly nowMs: () => number;
}

/**
 * Admission of the agent path, in the order of protocol §9: terms and amount (400), a signature that is there (401), authority and pauses (403),
 * funds (402), a signature that is missing (401). Missing funds are refused before a replay, so before anything is reserved.
 */
export function createAgentAdmission(deps: AgentAdmissionDeps): AgentAdmission {
  return async (request) => {
    const registry = await checkTerms(request, NAMES, deps);
    await requireEnvelopes(request.sealed, registry, deps);
    await checkAmount(request, deps);
    const { payer, signaturesRequired, timestampSeconds, amountAtomic } = request;
    const { programId, gateway, mint } = deps;
    const sourceId = deriveSourceId(request.apiConfig);
    const feedId = deriveFeedId({ owner: payer, sourceId, signaturesRequired });
    const escrow = rememberedAddresses.escrow(programId, payer, gateway);
    const signature = checkAgentRequestAuth(request, { escrow, gateway, feedId }, deps.verifySignature);

    const due = { payer, gateway, mint, network: deps.x402Network, feedId, signaturesRequired, timestampSeconds, amountAtomic };
    const readAfresh = async (): Promise<EscrowFunds> => judgeFunds(request, await deps.funds.afresh(payer), deps);
    // An answer without a signature is what the caller came for, and no reservation will correct it.
    const checked = signature === null ? await readAfresh() : judgeFunds(request, await deps.funds.remembered(payer), deps);
    const gatewayFault = gatewayRefusal(await deps.gatewayAccount(), timestampSeconds);
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
      sourceId,
      apiConfig: request.apiConfig,
      sealed: request.sealed,
      ...readersOf(request.sealed, payer),
      signaturesRequired,
      registry,
      time: { rule: 'flat', timestampSeconds },
      charge: { kind: 'escrow', payer, amountAtomic, requestSignature: signature },
      opensAccountsOfBytes: [ACCOUNT_BYTES.agentRound, ACCOUNT_BYTES.agentEscrow],
      exclusive: [],
      holds: [escrowHold(due, funds)],
      due,
      funds,
    };
  };
}

/** The list of the rounds that a payer has asked for. */
export function payerList(payer: Address): string {
  return `payer:${formatAddress(payer)}`;
}
