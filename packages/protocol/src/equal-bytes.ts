/** Whether two public byte strings are equal. Not for secrets: its time depends on the content. */
export const equalBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, place) => byte === right[place]);
