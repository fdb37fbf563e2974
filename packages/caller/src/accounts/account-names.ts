/** Kinds of accounts that can pay for a round. */
export const ACCOUNT_NAMES = ['owner', 'delegate', 'session', 'agent', 'x402'] as const;

export type AccountName = (typeof ACCOUNT_NAMES)[number];
