import { toHex } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';

/** A node that is asked, by key and endpoint: one key may be asked for at two endpoints, and only one of them has it. */
export interface AskedNode {
  /** 64 bytes. */
  readonly publicKey: Uint8Array;
  readonly origin: string;
}

/**
 * Failures of each node since it last signed a snapshot. They are kept between gatherings: nodes that failed are left out first. They live
 * in memory alone, so a process begins without blame.
 */
export interface FailureMemory {
  failuresOf(node: AskedNode): number;
  noteFailure(node: AskedNode): void;
  /** The node signed a snapshot that verifies. */
  forgive(node: AskedNode): void;
}

/** Nodes of several versions, each at two endpoints. */
const MAX_REMEMBERED = 1_024;

export function createFailureMemory(): FailureMemory {
  const failures = new BoundedMap<string, number>(MAX_REMEMBERED);
  return {
    failuresOf: (node) => failures.peek(nameOf(node)) ?? 0,
    noteFailure: (node) => failures.set(nameOf(node), (failures.peek(nameOf(node)) ?? 0) + 1),
    forgive: (node) => failures.delete(nameOf(node)),
  };
}

function nameOf({ publicKey, origin }: AskedNode): string {
  return `${toHex(publicKey)} ${origin}`;
}
