import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { VerificationError } from '../base/errors.js';
import type { LedgerView } from './oracle-ledger.js';

/**
 * The registry version of a reading, whose keys may sign now. An emergency ends every older version at once, and leaves `acceptUntil` of
 * those before the last one as it is.
 *
 * @throws VerificationError `unknown_registry_version`, `registry_version_ended` or `registry_version_retired`
 */
export function acceptedRegistry({ config, registry }: LedgerView, nowMs: number): RegistryAccount {
  if (registry === null) throw new VerificationError('unknown_registry_version', 'the ledger has no such registry version');
  if (registry.version < config.oldestAcceptedVersion)
    throw new VerificationError('registry_version_ended', 'an emergency has ended the registry version');
  if (BigInt(Math.floor(nowMs / 1000)) > registry.acceptUntil)
    throw new VerificationError('registry_version_retired', 'the registry version has been retired');
  return registry;
}
