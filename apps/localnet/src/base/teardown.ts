/** Collects clean-up steps, so that a failed start leaves nothing behind. */
export class Teardown {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.unshift(step);
  }

  /** Runs the steps in reverse order, each once, even if others fail. Throws the first failure at the end. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.splice(0)) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
