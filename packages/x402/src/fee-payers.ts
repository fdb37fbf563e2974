import type { FeePayerSource } from './facilitator.js';

/**
 * The fee payers that terms may name. A facilitator with several keys offers any of them at each call. A client may pay on older terms, or
 * on terms of another process. So the offer is the smallest key of the newest answer, and every key of the last two answers is accepted.
 */
export class FeePayers {
  readonly #facilitator: FeePayerSource;
  #newest: readonly string[] = [];
  #accepted: readonly string[] = [];
  #asking: Promise<void> | undefined;

  constructor(facilitator: FeePayerSource) {
    this.#facilitator = facilitator;
  }

  /** Base58; null before the facilitator's first answer. */
  get offered(): string | null {
    return this.#accepted[0] ?? null;
  }

  /** The offered fee payer, then the other accepted ones. */
  get accepted(): readonly string[] {
    return this.#accepted;
  }

  /**
   * Asks the facilitator, one call at a time. A failed call changes nothing.
   * @throws FacilitatorUnavailableError
   */
  refresh(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #ask(): Promise<void> {
    const { offered, accepted } = await this.#facilitator.feePayers();
    const newest = [...[...offered].sort(), ...[...accepted].sort()];
    this.#accepted = [...new Set([...newest, ...this.#newest])];
    this.#newest = newest;
  }
}
