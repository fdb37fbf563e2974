/** Bytes of randomness from a CSPRNG. */
export type RandomBytes = (length: number) => Uint8Array;
