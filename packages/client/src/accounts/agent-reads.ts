import { queryText, readData } from '../http/read-data.js';
import { isQuotaOf, isRoundsPage } from '../reads/read-forms.js';
import type { Account } from '../rounds/account.js';

/** Reads of a payer's escrow and its rounds. All of it is the gateway's word. @param payer base58 */
export function agentReads(payer: string): Required<Pick<Account, 'rounds' | 'quota'>> {
  return {
    rounds: ({ limit, before, signal }, io) =>
      readData(io, { path: `/v1/agent/${payer}/rounds${queryText({ limit, before })}`, signal }, isRoundsPage),
    quota: (io, { signal } = {}) =>
      readData(io, { path: `/v1/agent/${payer}/status`, signal, hasNoEnvelope: true }, isQuotaOf('payer', payer)),
  };
}
