import type { Facilitator } from './facilitator.js';

/**
 * The fee payers that terms may name. A facilitator with several keys offers any of them at each question, and a client pays on terms that
 * it was given a while ago, perhaps by another process: so the smallest that the newest answer offers is offered, and every key that the
 * last two answers accept is good.
 */
export class FeePayers {
  readonly #facilitator: Pick<Facilitator, 'feePayers'>;
  #newest: readonly string[] = [];
  #accepted: readonly string[] = [];
  #asking: Promise<void> | undefined;

  constructor(facilitator: Pick<Facilitator, 'feePayers'>) {
    this.#facilitator = facilitator;
  }

  /** Base58; null until the facilitator has answered once. */
  get offered(): string | null {
    return this.#accepted[0] ?? null;
  }

  /** The one that is offered, then the others that are good. */
  get accepted(): readonly string[] {
    return this.#accepted;
  }

  /**
   * Asks the facilitator; one question at a time. What was good stays good when it fails.
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
