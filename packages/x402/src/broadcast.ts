import type { RecordSignature } from './facilitator.js';

/** The settlement was given up before its transaction was sent. */
export class BroadcastAbandonedError extends Error {
  override readonly name = 'BroadcastAbandonedError';
  constructor() {
    super('the settlement was given up before its transaction was sent');
  }
}

/** One settlement's leave to send its transaction: its signature is recorded first, and not sent once the settlement was given up. */
export class Broadcast {
  readonly #recordSignature: RecordSignature;
  #state: 'awaited' | 'given-up' | 'sent' = 'awaited';
  #signature: string | null = null;
  #endWaiting: () => void = () => undefined;

  constructor(recordSignature: RecordSignature) {
    this.#recordSignature = recordSignature;
  }

  /** Base58; null until the transaction is sent. */
  get signature(): string | null {
    return this.#signature;
  }

  /**
   * Resolves when the transaction may be sent.
   * @throws BroadcastAbandonedError, at once when it is given up, and whatever the recording fails with.
   */
  async allow(signature: string): Promise<void> {
    this.#requireWanted();
    const givenUp = new Promise<void>((resolve) => (this.#endWaiting = resolve));
    await Promise.race([this.#recordSignature(signature), givenUp]);
    this.#requireWanted();
    this.#state = 'sent';
    this.#signature = signature;
  }

  #requireWanted(): void {
    if (this.#state === 'given-up') throw new BroadcastAbandonedError();
  }

  /** From now on nothing is sent, unless it was before. */
  giveUp(): void {
    if (this.#state === 'awaited') this.#state = 'given-up';
    this.#endWaiting();
  }
}
