/** The URL has no usable host. */
export class SourceAddressError extends Error {
  override readonly name = 'SourceAddressError';
}
