import { formatAddress, type Address } from '../address.js';
import { accountFilter } from '../account-filters.js';
import { accountForm, accountJson } from '../account-json.js';
import type { LocalLedger } from '../ledger.js';
import { addressOf, addressParam, flagOption, integerParam, listParam, optionsParam } from '../rpc-params.js';
import type { LedgerAccount } from '../svm.js';
import { withContext, type RpcMethods } from './rpc-method.js';

const MAX_ACCOUNTS = 100;
/** Largest data of an account. */
const MAX_ACCOUNT_BYTES = 10 * 1024 * 1024;

export const accountMethods: RpcMethods = {
  getBalance: (ledger, params) => {
    const address = addressParam(params, 0);
    optionsParam(params, 1, ledger.clock.slot);
    return withContext(ledger, ledger.account(address)?.lamports ?? 0n);
  },
  getAccountInfo: (ledger, params) => {
    const address = addressParam(params, 0);
    const form = accountForm(optionsParam(params, 1, ledger.clock.slot));
    return withContext(ledger, accountJson(ledger.account(address), form, reader(ledger)));
  },
  getMultipleAccounts: (ledger, params) => {
    const addresses = listParam(params, 0, MAX_ACCOUNTS).map((value, index) => addressOf(value, `address ${index}`));
    const form = accountForm(optionsParam(params, 1, ledger.clock.slot), 'base64');
    const accounts = addresses.map((address) => accountJson(ledger.account(address), form, reader(ledger)));
    return withContext(ledger, accounts);
  },
  getProgramAccounts: (ledger, params) => {
    const program = addressParam(params, 0);
    const options = optionsParam(params, 1, ledger.clock.slot);
    const [form, matches] = [accountForm(options), accountFilter(options)];
    const accounts = ledger
      .programAccounts(program)
      .filter(({ account }) => matches(account))
      .sort((a, b) => Buffer.compare(a.address, b.address))
      .map(({ address, account }) => ({ pubkey: formatAddress(address), account: accountJson(account, form, reader(ledger)) }));
    return flagOption(options, 'withContext') ? withContext(ledger, accounts) : accounts;
  },
  getMinimumBalanceForRentExemption: (ledger, params) => {
    const dataBytes = integerParam(params, 0, MAX_ACCOUNT_BYTES);
    return ledger.minimumRent(dataBytes);
  },
};

function reader(ledger: LocalLedger) {
  return (address: Address): LedgerAccount | null => ledger.account(address);
}
