/** Something that the demo claims did not hold; the message says what. */
export class DemoFailure extends Error {
  override readonly name = 'DemoFailure';
}
