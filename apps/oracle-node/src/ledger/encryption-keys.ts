import type { LedgerReader } from '@oracle-gateway/ledger';
import { type Address, equalBytes, toHex } from '@oracle-gateway/protocol';
import { type NodeAccount, nodeAddress } from '@oracle-gateway/protocol/accounts';
import type { EncryptionKeyPair } from '@oracle-gateway/protocol/sealed';
import type { NodeLog } from '../telemetry/log.js';

/** The X25519 keys of a node, in the light of what its account on the ledger names. */
export interface EncryptionKeys {
  /** What opens envelopes now, in the order of trying; none: this node opens nothing. */
  opening(): readonly EncryptionKeyPair[];
  /** Whether this node has the key that callers seal for; null while the ledger has named none. */
  holdsNamed(): boolean | null;
  /** Reads the node's account now. Keeps the last view and rethrows when the ledger cannot be read; keeps it too when the server lags behind it. */
  refresh(): Promise<void>;
}

interface View {
  readonly account: NodeAccount;
  readonly graceSeconds: bigint;
  /** Of the ledger, when the account was read. */
  readonly slot: number;
}

/**
 * The current key always opens: a view of the ledger may be older than the registration that names it. The previous one opens while the
 * ledger names it as current, and from then for the version grace (protocol, Sealed secrets). Says once in the log when callers seal for a
 * key that is not there.
 */
export function createEncryptionKeys(deps: {
  readonly reader: Pick<LedgerReader, 'config' | 'node'>;
  readonly programId: Address;
  readonly nodeIndex: number;
  /** The current one, then the previous one while its file is configured. */
  readonly configured: readonly EncryptionKeyPair[];
  readonly nowMs: () => number;
  readonly log: Pick<NodeLog, 'info' | 'warn'>;
}): EncryptionKeys {
  const address = nodeAddress(deps.programId, deps.nodeIndex);
  let last: View | null = null;
  let missing: string | null = null;

  const holdsNamed = (): boolean | null => {
    const named = last?.account.encryptionKey;
    return named === undefined ? null : deps.configured.some(({ publicKey }) => equalBytes(publicKey, named));
  };

  const tell = ({ account }: View): void => {
    const named = toHex(account.encryptionKey);
    if (holdsNamed() === true) {
      if (missing !== null) deps.log.info({ named }, 'the encryption key that the ledger names is one of this node again');
      missing = null;
    } else if (missing !== named) {
      deps.log.warn(
        { named },
        'the ledger names an encryption key that this node does not have: what callers seal for it cannot be opened',
      );
      missing = named;
    }
  };

  return {
    opening: () => {
      const nowSeconds = BigInt(Math.floor(deps.nowMs() / 1_000));
      return deps.configured.filter(
        ({ publicKey }, position) => position === 0 || last === null || opensStill(publicKey, last, nowSeconds),
      );
    },
    holdsNamed,
    refresh: async () => {
      const [{ value: account, slot }, { versionGraceSeconds }] = await Promise.all([
        deps.reader.node(address),
        deps.reader.config({ refresh: true }),
      ]);
      if (account === null || (last !== null && slot < last.slot)) return;
      last = { account, graceSeconds: versionGraceSeconds, slot };
      tell(last);
    },
  };
}

/** Whether a key that was the node's opens at this time of the ledger's clock, for which the node's own stands in. */
function opensStill(publicKey: Uint8Array, { account, graceSeconds }: View, nowSeconds: bigint): boolean {
  if (equalBytes(publicKey, account.encryptionKey)) return true;
  const { previousEncryptionKey: previous, encryptionKeyChangedAt: changedAt } = account;
  return previous !== null && equalBytes(publicKey, previous) && nowSeconds <= changedAt + graceSeconds;
}
