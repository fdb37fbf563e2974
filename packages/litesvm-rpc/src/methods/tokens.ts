import { formatAddress, sameAddress, type Address } from '../address.js';
import { accountForm, accountJson, tokenAmountJson } from '../account-json.js';
import type { LocalLedger } from '../ledger.js';
import { invalidParam } from '../rpc-error.js';
import { addressOf, addressParam, isRecord, optionsParam, type RpcParams } from '../rpc-params.js';
import { isTokenProgram, readMint, readTokenAccount, TOKEN_PROGRAMS, type Mint, type TokenAccount } from '../token-layout.js';
import { withContext, type RpcMethods } from './rpc-method.js';

export const tokenMethods: RpcMethods = {
  getTokenAccountBalance: (ledger, params) => {
    const address = addressParam(params, 0);
    optionsParam(params, 1, ledger.clock.slot);
    const account = ledger.account(address);
    if (account === null) throw invalidParam('could not find account');
    const token = readTokenAccount(account);
    if (token === null) throw invalidParam('not a Token account');
    return withContext(ledger, tokenAmountJson(token.amount, mintAt(ledger, token.mint).decimals));
  },
  getTokenSupply: (ledger, params) => {
    const address = addressParam(params, 0);
    optionsParam(params, 1, ledger.clock.slot);
    const { supply, decimals } = mintAt(ledger, address);
    return withContext(ledger, tokenAmountJson(supply, decimals));
  },
  getTokenAccountsByOwner: (ledger, params) => {
    const owner = addressParam(params, 0);
    const { programs, mint } = tokenSelection(ledger, params);
    const form = accountForm(optionsParam(params, 2, ledger.clock.slot));
    const wanted = (token: TokenAccount | null): boolean =>
      token !== null && sameAddress(token.owner, owner) && (mint === null || sameAddress(token.mint, mint));
    const accounts = programs
      .flatMap((program) => ledger.programAccounts(program))
      .filter(({ account }) => wanted(readTokenAccount(account)))
      .sort((a, b) => Buffer.compare(a.address, b.address))
      .map(({ address, account }) => ({
        pubkey: formatAddress(address),
        account: accountJson(account, form, (key) => ledger.account(key)),
      }));
    return withContext(ledger, accounts);
  },
};

/** The second parameter: all accounts of one mint, or of one token program. */
function tokenSelection(ledger: LocalLedger, params: RpcParams): { programs: readonly Address[]; mint: Address | null } {
  const selection = params[1];
  if (!isRecord(selection)) throw invalidParam('parameter 1 must be { mint } or { programId }');
  if (selection['mint'] !== undefined) {
    const mint = addressOf(selection['mint'], 'mint');
    mintAt(ledger, mint);
    return { programs: TOKEN_PROGRAMS, mint };
  }
  const program = addressOf(selection['programId'], 'programId');
  if (!isTokenProgram(program)) throw invalidParam('unrecognized Token program id');
  return { programs: [program], mint: null };
}

function mintAt(ledger: LocalLedger, address: Address): Mint {
  const account = ledger.account(address);
  if (account === null) throw invalidParam('could not find mint');
  const mint = readMint(account);
  if (mint === null) throw invalidParam('not a Token mint');
  return mint;
}
