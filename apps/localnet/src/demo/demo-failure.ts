/** A claim of the demo failed. The message names it. */
export class DemoFailure extends Error {
  override readonly name = 'DemoFailure';
}
