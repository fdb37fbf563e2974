import type { RecordSignature } from './facilitator.js';

/** The settlement was abandoned before its transaction was sent. */
export class BroadcastAbandonedError extends Error {
  override readonly name = 'BroadcastAbandonedError';
  constructor() {
    super('settlement: was abandoned before its transaction was sent');
  }
}

/** Permission of one settlement to send its transaction. The signature is recorded first; an abandoned settlement sends nothing. */
export class BroadcastPermit {
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
   * @throws BroadcastAbandonedError as soon as the settlement is abandoned; or the error of the recording.
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

  /** Prevents every later broadcast of this settlement. */
  giveUp(): void {
    if (this.#state === 'awaited') this.#state = 'given-up';
    this.#endWaiting();
  }
}
