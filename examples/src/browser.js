import { parseAddress, parseApiConfig } from '@oracle-gateway/protocol';
import { readFlatResult } from './flat-result.js';
import { verifyFromLedger } from './verify-from-ledger.js';

/**
 * The verification of a page: everything comes in as parsed JSON and text, as a page has it.
 *
 * @param {object} input
 * @param {unknown} input.result the gateway's answer
 * @param {{ owner: string, apiConfig: unknown, signaturesRequired?: number }} input.request
 * @param {{ rpcUrl: string, programId: string, network: string }} input.ledger
 * @param {import('./registry-from-ledger.js').Fetch} input.fetch
 * @param {number} input.nowSeconds
 * @returns {Promise<import('./verify-from-ledger.js').Verdict>}
 */
export function verifyInBrowser({ result, request, ledger, fetch, nowSeconds }) {
  return verifyFromLedger({
    result: readFlatResult(result),
    request: { ...request, owner: parseAddress(request.owner), apiConfig: parseApiConfig(request.apiConfig) },
    ledger: { ...ledger, programId: parseAddress(ledger.programId) },
    fetch,
    nowSeconds,
  });
}
