import { type Static, Type } from '@sinclair/typebox';
import { ErrorBody } from './error-body.js';
import { Base58Key, closed, DecimalU64, hexOf, integer } from './fields.js';

const AgentPaymentOption = Type.Object(
  {
    scheme: Type.Literal('exact'),
    network: Type.String({ description: 'network name from the configuration of the gateway' }),
    maxAmountRequired: Type.String({ ...DecimalU64, description: 'price of the round, atomic units in decimal' }),
    payTo: Type.String({ ...Base58Key, description: 'token account of the escrow, base58; it may have to be created' }),
    asset: Type.String({ ...Base58Key, description: 'mint of the stablecoin, base58' }),
    resource: Type.Literal('/v1/agent/execute'),
    description: Type.String({ description: 'what is paid for' }),
    maxTimeoutSeconds: integer('suggested time for completing the payment, seconds'),
    extra: Type.Object(
      {
        payer: Base58Key,
        agent: Type.String({ ...Base58Key, description: 'AgentEscrow account of payer and gateway, base58' }),
        gateway: Type.String({ ...Base58Key, description: 'Gateway account, base58' }),
        feedId: hexOf(32),
        canonicalTimestamp: integer('of the request, unix seconds; the retry repeats it'),
        amount: Type.String({ ...DecimalU64, description: 'what the payer signs, atomic units in decimal' }),
        currentAtaBalance: Type.String({ ...DecimalU64, description: 'what `payTo` holds, atomic units in decimal' }),
        committedAmount: Type.String({ ...DecimalU64, description: 'of it reserved by unsettled rounds, atomic units in decimal' }),
        note: Type.String({ description: 'what to do, in one sentence' }),
      },
      closed,
    ),
  },
  closed,
);

/** Body of the agent path's 402 (docs/api.md#post-v1agentexecute): the fields of an error, and what has to be paid. */
export const AgentPaymentRequired = Type.Object(
  { ...ErrorBody.properties, x402Version: Type.Literal(1), accepts: Type.Array(AgentPaymentOption, { minItems: 1 }) },
  { additionalProperties: true },
);

export type AgentPaymentRequired = Static<typeof AgentPaymentRequired>;
