export function concat(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'ascii') : part))));
}

export function u8(value: number): Uint8Array {
  return Uint8Array.of(value);
}

export function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

export function i64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}

/** 32 big-endian bytes. */
export function be32(value: bigint): Uint8Array {
  return hex(value.toString(16).padStart(64, '0'));
}

export function fromBe(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

export function hex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'hex'));
}
