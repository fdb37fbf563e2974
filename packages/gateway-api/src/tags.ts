/** Groups of operations in the OpenAPI document, in the order in which they are shown. */
export const tags = {
  rounds: 'Ask for a value that a quorum of nodes signs, and read what became of the round.',
  sessions: 'Sign in once with a Solana key instead of signing each request.',
  subscriptions: 'What is left of a subscription and its delegates, and the rounds they paid for.',
  agents: 'Escrows that pay for rounds, and the rounds they paid for.',
  payments: 'Rounds that are paid per request (x402), and what they cost.',
  providers: 'Data providers with feeds that are ready to ask for.',
  feeds: 'Feeds that their operator or owner shows to every reader: latest answer, stream, and history.',
  gateway: 'What this gateway serves, who its nodes are, and whether it can serve now.',
} as const;

/** Group of an operation in the OpenAPI document. */
export type Tag = keyof typeof tags;
