import type { LedgerReader } from '@oracle-gateway/ledger';
import { type Address, toHex } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { type NodeAccount, nodeAddress } from '@oracle-gateway/protocol/accounts';
import type { EncryptionKeyPair } from '@oracle-gateway/protocol/sealed';
import type { NodeLog } from '../telemetry/log.js';

/** The configured X25519 keys of a node, compared with the key that its account on the ledger names. */
export interface EncryptionKeys {
  /** The keys that open envelopes now, in the order in which they are tried. Empty: this node opens none. */
  opening(): readonly EncryptionKeyPair[];
  /** Whether this node has the key that callers seal for; null before the ledger names one. */
  holdsNamed(): boolean | null;
  /** Reads the node's account now. Keeps the last view when the server lags behind it. Keeps it and rethrows when the ledger cannot be read. */
  refresh(): Promise<void>;
}

interface View {
  readonly account: NodeAccount;
  readonly graceSeconds: bigint;
  /** Slot at which the account was read. */
  readonly slot: number;
}

/**
 * The current key always opens, because the view of the ledger may be older than its registration. The previous key opens while the ledger
 * names it as current, and for the version grace after that (protocol, Sealed secrets). Logs once when callers seal for a missing key.
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
      if (missing !== null) deps.log.info({ named }, 'this node has the encryption key that the ledger names again');
      missing = null;
    } else if (missing !== named) {
      deps.log.warn(
        { named },
        'this node lacks the encryption key that the ledger names: configure that key, or register the one that this node has',
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

/** Whether a key still opens. The node's clock is used in place of the ledger's. */
function opensStill(publicKey: Uint8Array, { account, graceSeconds }: View, nowSeconds: bigint): boolean {
  if (equalBytes(publicKey, account.encryptionKey)) return true;
  const { previousEncryptionKey: previous, encryptionKeyChangedAt: changedAt } = account;
  return previous !== null && equalBytes(publicKey, previous) && nowSeconds <= changedAt + graceSeconds;
}
