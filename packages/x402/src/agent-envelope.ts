import { type Address, type FeedId, formatAddress, toHex, type UnixSeconds } from '@oracle-gateway/protocol';
import { DEFAULT_MAX_TIMEOUT_SECONDS } from './payment-terms.js';

/** Terms of an agent's round and holdings of its escrow (docs/api.md#post-v1agentexecute), as they travel beside an error's own members. */
export type AgentEnvelope = {
  readonly x402Version: 1;
  readonly accepts: [
    {
      readonly scheme: 'exact';
      readonly network: string;
      readonly maxAmountRequired: string;
      readonly payTo: string;
      readonly asset: string;
      readonly resource: '/v1/agent/execute';
      readonly description: string;
      readonly maxTimeoutSeconds: number;
      readonly extra: {
        readonly payer: string;
        readonly agent: string;
        readonly gateway: string;
        readonly feedId: string;
        readonly canonicalTimestamp: number;
        readonly amount: string;
        readonly currentAtaBalance: string;
        readonly committedAmount: string;
        readonly note: string;
      };
    },
  ];
};

/** A round that an agent has to pay for, and where. */
export interface AgentPayment {
  readonly payer: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly mint: Address;
  /** Network name from the gateway's configuration. */
  readonly network: string;
  readonly feedId: FeedId;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
  /** Price of the round. */
  readonly amountAtomic: bigint;
}

/** A payment from an escrow, and what the escrow holds. */
export interface AgentEnvelopeInput extends AgentPayment {
  /** The AgentEscrow account of payer and gateway. */
  readonly escrow: Address;
  /** Its associated token account. */
  readonly tokenAccount: Address;
  readonly tokenAccountExists: boolean;
  readonly balanceAtomic: bigint;
  /** The part of the balance that unsettled rounds hold. */
  readonly committedAtomic: bigint;
}

/** Body of the agent path's 402, of x402 version 1. The agent pays by a signature over `extra`, once `payTo` holds enough; no transaction is sent. */
export function agentEnvelope(input: AgentEnvelopeInput): AgentEnvelope {
  const amount = input.amountAtomic.toString();
  const feedId = toHex(input.feedId);
  return {
    x402Version: 1,
    accepts: [
      {
        scheme: 'exact',
        network: input.network,
        maxAmountRequired: amount,
        payTo: formatAddress(input.tokenAccount),
        asset: formatAddress(input.mint),
        resource: '/v1/agent/execute',
        description: `One round of feed ${feedId}, signed by ${input.signaturesRequired} nodes`,
        maxTimeoutSeconds: DEFAULT_MAX_TIMEOUT_SECONDS,
        extra: {
          payer: formatAddress(input.payer),
          agent: formatAddress(input.escrow),
          gateway: formatAddress(input.gateway),
          feedId,
          canonicalTimestamp: input.timestampSeconds,
          amount,
          currentAtaBalance: input.balanceAtomic.toString(),
          committedAmount: input.committedAtomic.toString(),
          note: noteOf(input),
        },
      },
    ],
  };
}

/** Atomic units that an escrow lacks for a round; 0 or less when it covers the round. */
export function agentShortfall({
  amountAtomic,
  balanceAtomic,
  committedAtomic,
}: Pick<AgentEnvelopeInput, 'amountAtomic' | 'balanceAtomic' | 'committedAtomic'>): bigint {
  return amountAtomic - (balanceAtomic - committedAtomic);
}

/** One sentence that a reader can follow without another document. */
function noteOf(input: AgentEnvelopeInput): string {
  const [payTo, asset, escrow] = [input.tokenAccount, input.mint, input.escrow].map(formatAddress);
  const shortfall = agentShortfall(input);
  const fund = input.tokenAccountExists
    ? `Transfer at least ${shortfall} atomic units of mint ${asset} to the token account ${payTo}`
    : `Create the associated token account ${payTo} of mint ${asset} with createAssociatedTokenAccountIdempotent, its owner being ${escrow}, ` +
      `a program-derived address (allowOwnerOffCurve), transfer at least ${shortfall} atomic units to it`;
  return (
    `${fund}, sign sha256("SVC_AGENT_REQAUTH_V1" then agent, gateway and feedId as 32 bytes each, then canonicalTimestamp and amount as u64 ` +
    `little-endian) with the payer's Ed25519 key, and send the request again with the same canonical_timestamp ${input.timestampSeconds} and ` +
    `the signature as agent_request_auth_sig.`
  );
}
