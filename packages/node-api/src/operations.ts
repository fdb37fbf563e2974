import { commit } from './operations/commit.js';
import { observe } from './operations/observe.js';
import { release } from './operations/release.js';
import { sign } from './operations/sign.js';

/** The operations only a registered gateway may call; each request carries the signature of protocol §5a. */
export const nodeOperations = { commit, observe, sign, release } as const;

export type NodeOperationName = keyof typeof nodeOperations;

/** An ApiConfig and what is sealed for it arrive in at most 64 KiB; the rest of an observe request, the most of it signers, stays below 24 KiB. */
export const MAX_REQUEST_BYTES = 88 * 1024;

/** No answer comes near this; a caller reads no further. */
export const MAX_RESPONSE_BYTES = 16 * 1024;
