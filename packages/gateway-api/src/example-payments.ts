import { EXAMPLE_GATEWAY, EXAMPLE_NETWORK, exampleAgentRound } from './example-rounds.js';

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const TREASURY = '6UoSRXNfKHbpvLvd8rKjTYqJWfSDAjXVYbCNcqQGQm5K';

/** Terms in the refusal of an agent whose escrow is empty. */
export const exampleAgentTerms = {
  error: 'payment required: the token account of the escrow does not exist',
  code: 'escrow_underfunded',
  x402Version: 1,
  accepts: [
    {
      scheme: 'exact',
      network: 'solana',
      maxAmountRequired: '2500',
      payTo: '8Gp7ZtSkWQKBjDFcDbHNbHrHdzTBW5Vs6M6cXxYvhTkR',
      asset: MINT,
      resource: '/v1/agent/execute',
      description: 'one oracle round with 3 signatures',
      maxTimeoutSeconds: 60,
      extra: {
        payer: exampleAgentRound.request.payer,
        agent: exampleAgentRound.escrow,
        gateway: EXAMPLE_GATEWAY,
        feedId: exampleAgentRound.answer.data.feedId,
        canonicalTimestamp: exampleAgentRound.request.canonical_timestamp,
        amount: '2500',
        currentAtaBalance: '0',
        committedAmount: '0',
        note: 'deposit at least 2500 atomic units to payTo, then send the same request with agent_request_auth_sig',
      },
    },
  ],
} as const;

/** Body of the 402 for `examplePaidRound` without a payment. */
export const examplePaymentRequired = {
  error: 'payment required',
  code: 'payment_required',
  x402Version: 2,
  resource: {
    url: 'https://gateway.example/v1/x402/execute',
    description: 'One signed oracle round',
    mimeType: 'application/json',
  },
  accepts: [
    {
      scheme: 'exact',
      network: EXAMPLE_NETWORK,
      amount: '13000',
      asset: MINT,
      payTo: TREASURY,
      maxTimeoutSeconds: 60,
      extra: { feePayer: 'C6yKKPmTsSGcPyFZy8L5RTxNr9cLVDvPZ5RCp6kVbVxF', memo: '7c9e03aeaf04af14b0eb7e5017b0d643' },
    },
  ],
} as const;
