import { commit } from './operations/commit.js';
import { observe } from './operations/observe.js';
import { release } from './operations/release.js';
import { sign } from './operations/sign.js';
import { simulate } from './operations/simulate.js';
import { vouch } from './operations/vouch.js';

/** The operations that only a registered gateway may call. Each request carries the signature of docs/protocol.md#request-to-a-node. */
export const nodeOperations = { commit, observe, sign, release, simulate, vouch } as const;

/** Name of an operation of a node. */
export type NodeOperationName = keyof typeof nodeOperations;

/**
 * Sources and sealed secrets arrive at the gateway in at most 64 KiB; the rest of an observe request, mostly signers, stays below 24 KiB. The
 * largest sign request has `MAX_SET_VALUES` values of 82 characters, and 64 observers and signers in 23 KiB.
 */
export const MAX_NODE_REQUEST_BYTES = 112 * 1024;

/** A caller stops reading an answer here. The largest answer stays far below. */
export const MAX_RESPONSE_BYTES = 16 * 1024;
