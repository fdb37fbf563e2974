import { instructions, type RegistryChange } from '@oracle-gateway/ledger';
import { toHex } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_BYTES,
  decodeNode,
  decodeRegistry,
  nodeAddress,
  REGISTRY_ITEM_BYTES,
  registryAddress,
  type ConfigAccount,
  type NodeAccount,
  type RegistryAccount,
} from '@oracle-gateway/protocol/accounts';

import { readConfig, readOwn, type AdminLedger, type AdminLedgerView } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, type CreatedAccount, type Plan } from '../plan.js';
import { planWaiting } from './waiting-change.js';
import { requireAdministrator } from './signer-role.js';

/** Largest number of keys of one transaction: each takes an account and two bytes of data, 35 of the 1,232 bytes. */
const MAX_SETS = 24;

/** The version that Config names; null before the first version. */
export async function readCurrentRegistry(ledger: AdminLedgerView, { registryVersion }: ConfigAccount): Promise<RegistryAccount | null> {
  return registryVersion === 0n ? null : readOwn(ledger, registryAddress(ledger.programId, registryVersion), decodeRegistry);
}

/** The account of the next version. */
export function nextRegistryAccount(
  { programId }: AdminLedgerView,
  config: ConfigAccount,
  registry: RegistryAccount | null,
  set: readonly number[],
): CreatedAccount {
  const slots = Math.max(registry?.keys.length ?? 0, ...set.map((index) => index + 1));
  const address = registryAddress(programId, config.registryVersion + 1n);
  return { what: `Registry ${config.registryVersion + 1n}`, address, bytes: ACCOUNT_BYTES.registry + REGISTRY_ITEM_BYTES * slots };
}

/** Slots that the next registry version changes. */
export interface ChangeRegistryPlanInput {
  /** Indices that get the key of their Node account. */
  readonly set: readonly number[];
  /** Indices that become empty. */
  readonly remove: readonly number[];
  /** Default: the present number; required for the first version. */
  readonly redundancyBuffer?: number;
  /** Ends every older version at once, and only removes. It may leave fewer nodes than a quorum: then the service stops. */
  readonly emergency: boolean;
}

/**
 * Makes the next registry version from the changes that are not in force yet. When the changes do not fit in one transaction, the plan is a
 * part: the next plan of the same input makes the following version, and the last plan removes. Throws ProtocolNotInitialisedError,
 * NotPossibleError, LedgerUnavailableError.
 */
export async function planChangeRegistry(ledger: AdminLedger, input: ChangeRegistryPlanInput): Promise<Plan> {
  const config = await readConfig(ledger);
  requireAdministrator(ledger, config);
  const twice = input.set.find((index) => input.remove.includes(index));
  if (twice !== undefined) throw new NotPossibleError(`node ${twice}`, 'is named by both set and remove');
  const registry = await readCurrentRegistry(ledger, config);
  const redundancyBuffer = input.redundancyBuffer ?? registry?.redundancyBuffer;
  if (redundancyBuffer === undefined) throw new NotPossibleError('redundancy-buffer', 'is required for the first registry version');
  const nodes = await Promise.all([...new Set(input.set)].sort((a, b) => a - b).map((index) => requireNode(ledger, index)));
  const missing = nodes.filter((node) => !holdsKey(registry, node));
  const changed = missing.slice(0, MAX_SETS);
  const later = missing.length - changed.length;
  requireSteps(later, { registry, config });
  const empty = [...new Set(input.remove)].sort((a, b) => a - b).filter((index) => (registry?.keys[index] ?? null) !== null);
  const removed = later === 0 ? empty : [];
  const ended = !input.emergency || config.oldestAcceptedVersion === config.registryVersion;
  if (changed.length + removed.length === 0 && redundancyBuffer === registry?.redundancyBuffer && ended)
    return alreadySo(`registry version ${config.registryVersion} has these nodes`);
  const changes: RegistryChange[] = [
    ...changed.map(({ index }) => ({ op: 'set' as const, index })),
    ...removed.map((index) => ({ op: 'remove' as const, index })),
  ];
  const { programId, signer } = ledger;
  const { registryVersion: currentVersion } = config;
  const waits = registry !== null && (changed.length > 0 || redundancyBuffer > registry.redundancyBuffer);
  if (input.emergency && waits) throw new NotPossibleError('emergency', 'only removes: set nodes or raise the buffer without it');
  return planWaiting(ledger, {
    config,
    mustWait: waits,
    nodes: changed,
    effects: [
      `makes registry version ${currentVersion + 1n}, redundancy buffer ${redundancyBuffer}`,
      ...changed.map(({ index, publicKey }) => `node ${index} signs with ${toHex(publicKey.subarray(0, 32))}…`),
      ...removed.map((index) => `node ${index} is removed`),
      input.emergency
        ? 'every older version ends at once: their unsettled rounds are lost'
        : `version ${currentVersion} settles for ${config.versionGraceSeconds} seconds more`,
      ...(later === 0 ? [] : [`${later} more nodes are left for the next version`]),
    ],
    instruction: instructions.changeRegistry({
      programId,
      authority: signer.address,
      currentVersion,
      redundancyBuffer,
      emergency: input.emergency,
      changes,
    }),
    creates: [
      nextRegistryAccount(
        ledger,
        config,
        registry,
        changed.map(({ index }) => index),
      ),
    ],
    isPart: later > 0,
  });
}

/** Intermediate versions serve rounds too, so they keep the rules. */
function requireSteps(later: number, { registry, config }: { registry: RegistryAccount | null; config: ConfigAccount }): void {
  if (later === 0) return;
  if (registry === null && config.minSigners > MAX_SETS)
    throw new NotPossibleError(
      'set',
      `fills the first version with ${MAX_SETS} nodes, fewer than min_signers: lower it to ${MAX_SETS} with \`settings --min-signers\`, and raise it again afterwards`,
    );
}

async function requireNode(ledger: AdminLedgerView, index: number): Promise<NodeAccount> {
  const node = await readOwn(ledger, nodeAddress(ledger.programId, index), decodeNode);
  if (node === null) throw new NotPossibleError(`node ${index}`, 'is not registered: `register-node` comes first');
  return node;
}

export function holdsKey(registry: RegistryAccount | null, { index, publicKey }: Pick<NodeAccount, 'index' | 'publicKey'>): boolean {
  const key = registry?.keys[index] ?? null;
  return key !== null && equalBytes(key, publicKey);
}
