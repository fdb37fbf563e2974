/** Whether two public byte strings are equal. Not for secrets: its time depends on the content. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, place) => byte === right[place]);
}
