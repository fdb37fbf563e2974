import { formatAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { ConfigAccount } from '@oracle-gateway/protocol/accounts';

import type { AdminLedger } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';

/** Throws NotPossibleError unless the signer is the administrator. */
export function requireAdministrator({ signer }: AdminLedger, { authority }: ConfigAccount): void {
  if (!equalBytes(signer.address, authority))
    throw new NotPossibleError('key', `is ${formatAddress(signer.address)}, the administrator is ${formatAddress(authority)}`);
}
