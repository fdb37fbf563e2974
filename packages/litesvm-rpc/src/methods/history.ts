import type { JsonOutput } from '../json-output.js';
import { RpcError } from '../rpc-error.js';
import { addressParam, choiceOption, flagOption, integerOption, listParam, optionsParam, signatureOf } from '../rpc-params.js';
import { statusJson, transactionJson } from '../transaction-json.js';
import type { LandedTransaction } from '../transaction-log.js';
import { withContext, type RpcMethods } from './rpc-method.js';

const MAX_STATUSES = 256;
const MAX_SIGNATURES = 1_000;
/** Slots of a node's status cache, the only source without `searchTransactionHistory`. */
const STATUS_CACHE_SLOTS = 300n;

/** Landed transactions. Each is final at once. */
export const historyMethods: RpcMethods = {
  getSignatureStatuses: (ledger, params) => {
    const signatures = listParam(params, 0, MAX_STATUSES).map((value, index) => signatureOf(value, `signature ${index}`));
    const options = optionsParam(params, 1, ledger.clock.slot);
    const oldest = flagOption(options, 'searchTransactionHistory') ? 0n : ledger.clock.slot - STATUS_CACHE_SLOTS;
    const statuses = signatures.map((signature) => {
      const landed = ledger.transactions.find(signature);
      return landed === undefined || landed.slot < oldest ? null : signatureStatusJson(landed);
    });
    return withContext(ledger, statuses);
  },
  getTransaction: (ledger, params) => {
    const signature = signatureOf(params[0], 'parameter 0');
    // Old clients send the encoding itself as the second parameter.
    const [, second] = params;
    const options = typeof second === 'string' ? { encoding: second } : optionsParam(params, 1, ledger.clock.slot);
    const encoding = choiceOption(options, 'encoding', ['json', 'jsonParsed', 'base58', 'base64'], 'json');
    const maxVersion = integerOption(options, 'maxSupportedTransactionVersion', 255);
    const landed = ledger.transactions.find(signature);
    if (landed === undefined) return null;
    const { version } = landed.transaction.message;
    if (version !== 'legacy' && maxVersion === undefined) {
      throw new RpcError(
        'unsupportedTransactionVersion',
        `Transaction version (${version}) is not supported by the requesting client. ` +
          'Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
      );
    }
    return {
      slot: landed.slot,
      blockTime: landed.blockTimeSeconds,
      ...transactionJson(landed, encoding),
      version: maxVersion === undefined ? undefined : version,
    };
  },
  getSignaturesForAddress: (ledger, params) => {
    const address = addressParam(params, 0);
    const options = optionsParam(params, 1, ledger.clock.slot);
    const limit = integerOption(options, 'limit', MAX_SIGNATURES) ?? MAX_SIGNATURES;
    const bound = (name: string): string | undefined => (options[name] === undefined ? undefined : signatureOf(options[name], name));
    const found = ledger.transactions.naming(address, { before: bound('before'), until: bound('until'), limit });
    return found.map(({ transaction, slot, blockTimeSeconds, execution }) => ({
      signature: transaction.signature,
      slot,
      blockTime: blockTimeSeconds,
      err: execution.err,
      memo: null,
      confirmationStatus: 'finalized',
    }));
  },
};

function signatureStatusJson({ slot, execution }: LandedTransaction): JsonOutput {
  return { slot, confirmations: null, err: execution.err, status: statusJson(execution.err), confirmationStatus: 'finalized' };
}
