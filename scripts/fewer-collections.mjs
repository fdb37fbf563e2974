/**
 * Settings for programs in Go: the native compiler, and oxlint's checker of types. Their heap may grow to five times what is in use before
 * it is collected.
 */
export const FEWER_COLLECTIONS = { GOGC: '400', GOMEMLIMIT: '4GiB' };
