/** Whether two public byte strings are equal; not for secrets, its time depends on the content. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at]);
