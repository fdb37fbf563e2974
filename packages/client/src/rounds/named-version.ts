import { acceptedRegistry } from '../ledger/accepted-registry.js';
import type { AccountIo } from './account.js';

/** Reads of the ledger for a version that it does not have yet, at most: the caller's RPC server may lag behind the gateway's. */
const MAX_CHECKS = 4;
const CHECK_MS = 500;

/**
 * Whether the ledger has a registry version that the gateway names. It is asked before a request of this version is signed, paid or sent: a
 * round of a version that verification refuses would be charged, and its value could not be used.
 *
 * @returns false when the ledger has no such version
 * @throws VerificationError when no answer of this version would be accepted; TransportError when the ledger cannot be read
 */
export async function isNamedVersionOnLedger(
  { ledger, clock, wait }: Pick<AccountIo, 'ledger' | 'clock' | 'wait'>,
  version: number,
  signal?: AbortSignal,
): Promise<boolean> {
  for (let check = 1; ; check += 1) {
    const view = await ledger.view(BigInt(version), signal);
    if (view.registry !== null) {
      acceptedRegistry(view, clock.now());
      return true;
    }
    if (check === MAX_CHECKS) return false;
    await wait(CHECK_MS, signal);
  }
}
