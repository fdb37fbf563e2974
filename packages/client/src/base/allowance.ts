/** Budget that several rounds share, such as that of an agent for a day. An account asks it for money that it is about to promise. */
export interface Allowance {
  /**
   * Takes an amount for good: a signature that has left may be charged, whatever is answered.
   *
   * @param amount atomic units of the stablecoin
   * @throws whatever is to end the round; then nothing is sent
   */
  take(amount: bigint): Promise<void>;
}
