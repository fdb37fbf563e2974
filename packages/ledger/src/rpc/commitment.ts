/** State that answers are from: a `confirmed` block can still be rolled back, a `finalized` block cannot. */
export type Commitment = 'confirmed' | 'finalized';
