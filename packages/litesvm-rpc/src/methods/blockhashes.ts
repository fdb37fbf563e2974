import { decodeMessage, TransactionDecodeError, type WireMessage } from '../wire-transaction.js';
import { transactionFee } from '../fees.js';
import { invalidParam } from '../rpc-error.js';
import { addressOf, decodeBytes, listParam, optionsParam, stringParam } from '../rpc-params.js';
import { withContext, type RpcMethods } from './rpc-method.js';

const MAX_FEE_ACCOUNTS = 128;

/** Methods that a client needs before it signs. */
export const blockhashMethods: RpcMethods = {
  getLatestBlockhash: (ledger, params) => {
    optionsParam(params, 0, ledger.clock.slot);
    return withContext(ledger, { blockhash: ledger.latestBlock.blockhash, lastValidBlockHeight: ledger.lastValidBlockHeight });
  },
  isBlockhashValid: (ledger, params) => {
    const blockhash = stringParam(params, 0);
    optionsParam(params, 1, ledger.clock.slot);
    addressOf(blockhash, 'the blockhash'); // 32 bytes of base58 as well
    return withContext(ledger, ledger.isBlockhashValid(blockhash));
  },
  getFeeForMessage: (ledger, params) => {
    const message = messageOf(decodeBytes(stringParam(params, 0), 'base64', 'the message'));
    optionsParam(params, 1, ledger.clock.slot);
    return withContext(ledger, ledger.isBlockhashValid(message.blockhash) ? transactionFee(message) : null);
  },
  /** Always 0: transactions do not compete for blocks here. */
  getRecentPrioritizationFees: (ledger, params) => {
    if (params[0] !== undefined) listParam(params, 0, MAX_FEE_ACCOUNTS).forEach((value, index) => addressOf(value, `address ${index}`));
    return [{ slot: ledger.clock.slot, prioritizationFee: 0 }];
  },
};

function messageOf(bytes: Uint8Array): WireMessage {
  try {
    return decodeMessage(bytes);
  } catch (error) {
    if (error instanceof TransactionDecodeError) throw invalidParam(`invalid message: ${error.message}`);
    throw error;
  }
}
