export type { AccountKind, SpendingUnit } from './accounts/account-kind.js';
export { ACCOUNT_KINDS, DEFAULT_ACCOUNT } from './accounts/index.js';
export { createSignInStore } from './accounts/sign-in-store.js';
export { accountDepsOf, connect, type ConnectedClient, connectToRead, ledgerOf } from './connect.js';
export type { CallerDeps } from './deps.js';
export { type EndingOperation, tellEachEndOnce } from './ending-operation.js';
export type { ClientLibrary, Libraries } from './libraries.js';
