import { decodeAnnouncedChange, instructions, type AnnouncedChange } from '@oracle-gateway/ledger';
import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { ANNOUNCEMENT_LIFE_SECONDS, equalBytes } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_DISCRIMINATORS,
  decodeNode,
  decodePendingChange,
  nodeAddress,
  pendingChangeAddress,
  type ConfigAccount,
  type PendingChangeAccount,
} from '@oracle-gateway/protocol/accounts';

import { readConfig, readOwn, readOwnAll, readOwnTogether, type AdminLedger, type AdminLedgerView, type Held } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, change, type Plan } from '../plan.js';
import { flatSettings, settingDifferences } from './settings.js';

/** Names the announced change to cancel. */
export interface CancelChangeInput {
  /** keccak256 of the change, 32 bytes. */
  readonly digest: Uint8Array;
}

/** Signed by the administrator or the guardian. Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planCancelChange(ledger: AdminLedger, { digest }: CancelChangeInput): Promise<Plan> {
  const { programId, signer } = ledger;
  const config = await readConfig(ledger);
  const { authority, guardian } = config;
  const mayCancel = equalBytes(signer.address, authority) || (guardian !== null && equalBytes(signer.address, guardian));
  if (!mayCancel)
    throw new NotPossibleError(
      'key',
      `is ${formatAddress(signer.address)}; the administrator is ${formatAddress(authority)}, the guardian ${guardian === null ? 'none' : formatAddress(guardian)}`,
    );
  const pending = await readOwn(ledger, pendingChangeAddress(programId, digest), decodePendingChange);
  if (pending === null) return alreadySo(`no change is announced with the digest ${toHex(digest)}`);
  return change({
    effects: [...effectsOf(pending, config).map((effect) => `cancels: ${effect}`), 'its rent comes back to the key'],
    instructions: [instructions.cancelChange({ programId, signer: signer.address, digest })],
  });
}

/** An announced change, and what it would do. */
export interface AnnouncedState extends Held<PendingChangeAccount> {
  readonly effects: readonly string[];
  /** Unix seconds until which it can be made. */
  readonly until: bigint;
  /** A node that it sets has another key by now: it cannot be made. */
  readonly isStale: boolean;
}

/** The announced changes, those first that can be made first. Throws LedgerUnavailableError, AccountDecodeError. */
export async function readAnnouncedChanges(ledger: AdminLedgerView, config: ConfigAccount): Promise<readonly AnnouncedState[]> {
  const pending = await readOwnAll(ledger, ACCOUNT_DISCRIMINATORS.pendingChange, decodePendingChange);
  const states = await Promise.all(
    pending.map(async (account) => ({
      ...account,
      effects: effectsOf(account, config),
      until: account.effectiveAt + ANNOUNCEMENT_LIFE_SECONDS,
      isStale: await isStale(ledger, account),
    })),
  );
  return states.sort((a, b) => Number(a.effectiveAt - b.effectiveAt));
}

async function isStale(ledger: AdminLedgerView, account: PendingChangeAccount): Promise<boolean> {
  const announced = decodeAnnouncedChange(account);
  if (announced?.kind !== 'registry') return false;
  const sets = announced.changes.filter(({ op }) => op === 'set');
  if (sets.length === 0) return false;
  const addresses = sets.map(({ index }) => nodeAddress(ledger.programId, index));
  const nodes = await readOwnTogether(ledger, addresses, decodeNode);
  const keyOf = new Map(nodes.map(({ index, publicKey }) => [index, publicKey]));
  return sets.some(({ index, publicKey }) => {
    const present = keyOf.get(index);
    return present === undefined || publicKey === null || !equalBytes(present, publicKey);
  });
}

/** Effects of an announced change, one sentence each. */
function effectsOf(account: PendingChangeAccount, config: ConfigAccount): readonly string[] {
  const announced = decodeAnnouncedChange(account);
  return announced === null
    ? [`an instruction that this version does not know: ${toHex(account.change)}`]
    : effectsOfKnown(announced, config);
}

function effectsOfKnown(announced: AnnouncedChange, config: ConfigAccount): readonly string[] {
  switch (announced.kind) {
    case 'settings': {
      const differences = settingDifferences(flatSettings(config), flatSettings(announced.settings));
      return differences.length === 0 ? ['leaves the settings as they are'] : differences;
    }
    case 'authority':
      return [
        announced.newAuthority === null
          ? 'withdraws the proposed administrator'
          : `proposes ${formatAddress(announced.newAuthority)} as administrator`,
      ];
    case 'registry':
      return [
        `makes the next registry version, redundancy buffer ${announced.redundancyBuffer}`,
        ...announced.changes.map(({ op, index, publicKey }) =>
          op === 'remove' || publicKey === null
            ? `node ${index} is removed`
            : `node ${index} signs with ${toHex(publicKey.subarray(0, 32))}…`,
        ),
      ];
  }
}
