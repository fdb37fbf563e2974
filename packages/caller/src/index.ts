export type { AccountKind, SpendingUnit } from './accounts/account-kind.js';
export { ACCOUNT_KINDS, DEFAULT_ACCOUNT } from './accounts/index.js';
export { createSessionStore } from './accounts/session-store.js';
export { accountDepsOf, connect, type Connection, connectToRead, ledgerOf } from './connect.js';
export type { CallerDeps } from './deps.js';
export type { ClientLibrary, Libraries } from './libraries.js';
