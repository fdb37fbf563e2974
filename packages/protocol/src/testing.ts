/** The accounts of the program as tests write them. */
export { type AccountFields, type WrittenAccount, encodeAccount } from './accounts/encode-account.js';
