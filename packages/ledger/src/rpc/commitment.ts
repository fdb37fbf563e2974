/** How sure the cluster must be of what it tells: `confirmed` may still be rolled back, `finalized` not. */
export type Commitment = 'confirmed' | 'finalized';
