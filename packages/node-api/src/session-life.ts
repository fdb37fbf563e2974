/**
 * How long a session can be signed at a node, and its id stays used. A signed request can be replayed for 20 s (protocol §5a). No round lasts
 * longer: a node would have forgotten what it is to sign.
 */
export const SESSION_LIFE_MS = 30_000;
