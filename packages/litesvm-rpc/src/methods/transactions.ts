import { formatAddress } from '../address.js';
import { accountForm, accountJson, type AccountForm } from '../account-json.js';
import type { JsonOutput } from '../json-output.js';
import type { LocalLedger } from '../ledger.js';
import { invalidParam, RpcError } from '../rpc-error.js';
import {
  addressOf,
  choiceOption,
  decodeBytes,
  flagOption,
  isRecord,
  optionsParam,
  stringParam,
  type RpcOptions,
  type RpcParams,
} from '../rpc-params.js';
import type { SimulatedExecution } from '../svm.js';
import { describeTransactionError } from '../transaction-error.js';
import { innerInstructionsJson, returnDataJson } from '../transaction-json.js';
import { resolveAccountKeys } from '../lookup-tables.js';
import { decodeTransaction, MAX_TRANSACTION_BYTES, TransactionDecodeError, type WireTransaction } from '../wire-transaction.js';
import { withContext, type RpcMethods } from './rpc-method.js';

/** Length of the largest transaction in base64; base58 is slightly longer. */
const MAX_ENCODED_CHARACTERS = 1_700;

/** Sending and simulating. */
export const transactionMethods: RpcMethods = {
  /**
   * Answers with the signature after a successful preflight. Without preflight, the ledger drops a transaction that cannot land silently.
   */
  sendTransaction: (ledger, params) => {
    const options = optionsParam(params, 1, ledger.clock.slot);
    const transaction = transactionParam(params, options);
    if (!flagOption(options, 'skipPreflight')) checkPreflight(ledger, transaction);
    ledger.submit(transaction);
    return transaction.signature;
  },
  simulateTransaction: (ledger, params) => {
    const options = optionsParam(params, 1, ledger.clock.slot);
    const transaction = transactionParam(params, options);
    const replaceBlockhash = flagOption(options, 'replaceRecentBlockhash');
    const verifySignatures = flagOption(options, 'sigVerify');
    if (replaceBlockhash && verifySignatures) throw invalidParam('sigVerify may not be used with replaceRecentBlockhash');
    const accounts = requestedAccounts(options, transaction);
    const simulation = ledger.simulate(transaction, { verifySignatures, checkBlockhash: !replaceBlockhash });
    if (simulation.err === 'SignatureFailure') throw signatureFailure();
    const { blockhash } = ledger.latestBlock;
    return withContext(ledger, {
      ...simulationJson(simulation),
      accounts: accounts === null ? null : postAccountsJson(ledger, simulation, accounts),
      innerInstructions: flagOption(options, 'innerInstructions') ? namedInnerInstructions(ledger, transaction, simulation) : null,
      replacementBlockhash: replaceBlockhash ? { blockhash, lastValidBlockHeight: ledger.lastValidBlockHeight } : null,
    });
  },
};

function transactionParam(params: RpcParams, options: RpcOptions): WireTransaction {
  const text = stringParam(params, 0);
  const encoding = choiceOption(options, 'encoding', ['base58', 'base64'], 'base58');
  if (text.length > MAX_ENCODED_CHARACTERS) {
    throw invalidParam(`${encoding} encoded transaction too large: ${text.length} characters (max: ${MAX_TRANSACTION_BYTES} bytes)`);
  }
  try {
    return decodeTransaction(decodeBytes(text, encoding, 'the transaction'));
  } catch (error) {
    if (error instanceof TransactionDecodeError) throw invalidParam(`invalid transaction: ${error.message}`);
    throw error;
  }
}

function checkPreflight(ledger: LocalLedger, transaction: WireTransaction): void {
  const simulation = ledger.simulate(transaction, { verifySignatures: true, checkBlockhash: true });
  const { err } = simulation;
  if (err === null) return;
  if (err === 'SignatureFailure') throw signatureFailure();
  throw new RpcError('preflightFailure', `Transaction simulation failed: ${describeTransactionError(err)}`, {
    ...simulationJson(simulation),
    accounts: null,
    innerInstructions: null,
    replacementBlockhash: null,
  });
}

function signatureFailure(): RpcError {
  return new RpcError('signatureVerificationFailure', 'Transaction signature verification failure');
}

function simulationJson(simulation: SimulatedExecution): { readonly [member: string]: JsonOutput } {
  return {
    err: simulation.err,
    logs: simulation.logs,
    unitsConsumed: simulation.unitsConsumed,
    returnData: returnDataJson(simulation),
  };
}

interface RequestedAccounts {
  readonly addresses: readonly string[];
  readonly form: AccountForm;
}

function requestedAccounts(options: RpcOptions, { message }: WireTransaction): RequestedAccounts | null {
  const accounts = options['accounts'] ?? null;
  if (accounts === null) return null;
  const addresses: unknown = isRecord(accounts) ? accounts['addresses'] : undefined;
  if (!isRecord(accounts) || !Array.isArray(addresses)) throw invalidParam('accounts needs addresses');
  const form = accountForm(accounts, 'base64');
  if (form.encoding === 'binary' || form.encoding === 'base58') throw invalidParam('base58 encoding not supported');
  const accountCount = message.lookups.reduce(
    (sum, lookup) => sum + lookup.writableIndexes.length + lookup.readonlyIndexes.length,
    message.staticKeys.length,
  );
  if (addresses.length > accountCount) throw invalidParam(`too many accounts provided; max ${accountCount}`);
  return { addresses: addresses.map((value: unknown, index) => formatAddress(addressOf(value, `address ${index}`))), form };
}

function postAccountsJson(ledger: LocalLedger, simulation: SimulatedExecution, { addresses, form }: RequestedAccounts): JsonOutput {
  const changed = new Map(simulation.postAccounts.map(({ address, account }) => [formatAddress(address), account]));
  return addresses.map((text) => {
    const account = changed.has(text) ? changed.get(text) : ledger.account(addressOf(text, 'address'));
    return accountJson(account ?? null, form, (address) => changed.get(formatAddress(address)) ?? ledger.account(address));
  });
}

function namedInnerInstructions(ledger: LocalLedger, { message }: WireTransaction, simulation: SimulatedExecution): JsonOutput {
  const keys = resolveAccountKeys(message, (address) => ledger.account(address));
  return innerInstructionsJson(simulation, keys);
}
