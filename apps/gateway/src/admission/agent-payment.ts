import type { AgentPaymentRequired } from '@oracle-gateway/gateway-api';
import { type Address, type FeedId, formatAddress, toHex, type UnixSeconds } from '@oracle-gateway/protocol';
import { GatewayError } from '../errors.js';
import type { EscrowFunds } from './escrow-funds.js';

/** Suggested time for completing the payment (interface §8). */
const MAX_TIMEOUT_SECONDS = 60;

/** The round that is to be paid, and where. */
export interface AgentPayment {
  readonly payer: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly mint: Address;
  /** Network name of the envelope. */
  readonly network: string;
  readonly feedId: FeedId;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
  readonly amountAtomic: bigint;
}

type Member = 'x402Version' | 'accepts';

/** Whether an escrow has what a round costs. */
export function coversRound(funds: EscrowFunds, amountAtomic: bigint): boolean {
  return funds.tokens !== null && funds.balanceAtomic - funds.committedAtomic >= amountAtomic;
}

/** The 402 of the agent path, with the envelope of interface §2.7 beside the code. */
export function agentPaymentRequired(payment: AgentPayment, funds: EscrowFunds): GatewayError {
  const amount = payment.amountAtomic.toString();
  const feedId = toHex(payment.feedId);
  const payTo = formatAddress(funds.tokenAccount);
  const asset = formatAddress(payment.mint);
  const members: Pick<AgentPaymentRequired, Member> = {
    x402Version: 1,
    accepts: [
      {
        scheme: 'exact',
        network: payment.network,
        maxAmountRequired: amount,
        payTo,
        asset,
        resource: '/v1/agent/execute',
        description: `One round of feed ${feedId}, signed by ${payment.signaturesRequired} nodes`,
        maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
        extra: {
          payer: formatAddress(payment.payer),
          agent: formatAddress(funds.escrowAddress),
          gateway: formatAddress(payment.gateway),
          feedId,
          canonicalTimestamp: payment.timestampSeconds,
          amount,
          currentAtaBalance: funds.balanceAtomic.toString(),
          committedAmount: funds.committedAtomic.toString(),
          note: noteOf(payment, funds),
        },
      },
    ],
  };
  const detail = funds.tokens === null ? 'its token account is missing' : `${shortfallOf(payment, funds)} atomic units are missing`;
  return new GatewayError('escrow_underfunded', { detail, members });
}

/** The same, when a reservation has found the escrow short which these funds would have covered: as much is committed by now at least. */
export function agentPaymentOvertaken(payment: AgentPayment, funds: EscrowFunds): GatewayError {
  const least = funds.balanceAtomic - payment.amountAtomic + 1n;
  const committedAtomic = funds.committedAtomic > least ? funds.committedAtomic : least;
  return agentPaymentRequired(payment, { ...funds, committedAtomic: committedAtomic > 0n ? committedAtomic : 0n });
}

function shortfallOf({ amountAtomic }: AgentPayment, funds: EscrowFunds): bigint {
  return amountAtomic - (funds.balanceAtomic - funds.committedAtomic);
}

/** One sentence that a reader can follow without another document. */
function noteOf(payment: AgentPayment, funds: EscrowFunds): string {
  const [payTo, asset, escrow] = [funds.tokenAccount, payment.mint, funds.escrowAddress].map(formatAddress);
  const shortfall = shortfallOf(payment, funds);
  const fund =
    funds.tokens === null
      ? `Create the associated token account ${payTo} of mint ${asset} with createAssociatedTokenAccountIdempotent, its owner being ${escrow}, ` +
        `a program-derived address (allowOwnerOffCurve), transfer at least ${shortfall} atomic units to it`
      : `Transfer at least ${shortfall} atomic units of mint ${asset} to the token account ${payTo}`;
  return (
    `${fund}, sign sha256("SVC_AGENT_REQAUTH_V1" then agent, gateway and feedId as 32 bytes each, then canonicalTimestamp and amount as u64 ` +
    `little-endian) with the payer's Ed25519 key, and send the request again with the same canonical_timestamp ${payment.timestampSeconds} and ` +
    `the signature as agent_request_auth_sig.`
  );
}
