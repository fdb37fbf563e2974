import { instructions } from '@oracle-gateway/ledger';
import { formatAddress, toHex, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { ACCOUNT_BYTES, decodeNode, nodeAddress, type NodeAccount } from '@oracle-gateway/protocol/accounts';

import { readConfig, readOwn, type AdminLedger } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, change, type Plan } from '../plan.js';
import { planWaiting } from './waiting-change.js';
import { holdsKey, nextRegistryAccount, readCurrentRegistry } from './registry.js';
import { requireAdministrator } from './signer-role.js';
import { warnOfVouchers } from './vouchers-left.js';

/** The output of `oracle-node prove`. */
export interface ProvenRegistration {
  readonly deploymentId: Uint8Array;
  readonly index: number;
  /** 64 bytes, Px ‖ Py. */
  readonly publicKey: Uint8Array;
  /** 32 bytes, X25519. */
  readonly encryptionKey: Uint8Array;
  readonly operator: Address;
  /** URL at which gateways reach the node. */
  readonly endpoint: string;
  /** `registeredAt` of the replaced Node account, unix seconds; 0 without one. */
  readonly previousRegisteredAt: bigint;
  readonly proof: { readonly s: Uint8Array; readonly commitment: Uint8Array };
}

/** A node's registration with its proof of possession. */
export interface RegisterNodePlanInput {
  readonly registration: ProvenRegistration;
  /** Puts the key into the registry in the same transaction. */
  readonly intoRegistry: boolean;
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planRegisterNode(ledger: AdminLedger, input: RegisterNodePlanInput): Promise<Plan> {
  const { registration, intoRegistry } = input;
  const { index, publicKey, endpoint } = registration;
  const config = await readConfig(ledger);
  requireAdministrator(ledger, config);
  if (!equalBytes(registration.deploymentId, config.deploymentId))
    throw new NotPossibleError(
      'proof',
      `was made for deployment ${toHex(registration.deploymentId)}, this deployment is ${toHex(config.deploymentId)}: make another with \`oracle-node prove\``,
    );
  const { programId, signer } = ledger;
  const { address: authority } = signer;
  const address = nodeAddress(programId, index);
  const present = await readOwn(ledger, address, decodeNode);
  const registry = await readCurrentRegistry(ledger, config);
  const inService = holdsKey(registry, { index, publicKey });
  const isRegistered = present !== null && isSame(present, registration);
  if (isRegistered && (inService || !intoRegistry)) return alreadySo(`node ${index} is registered with this key and endpoint`);
  if (!isRegistered) requireFresh(registration, present);
  if (!inService && !intoRegistry && (registry?.keys[index] ?? null) !== null)
    throw new NotPossibleError(`node ${index}`, 'is in service with another key: --into-registry replaces it without an interruption');
  if (!inService && intoRegistry && registry === null)
    throw new NotPossibleError('into-registry', 'needs a registry: make the first version with `change-registry`');
  const enters = intoRegistry && !inService && registry !== null;
  const { registryVersion: currentVersion } = config;
  const warnings = present === null || isRegistered ? [] : await warnOfVouchers(ledger, config, { next: registration, registry });
  const registered = {
    effects: isRegistered
      ? []
      : [`registers node ${index} at ${endpoint}, operated by ${formatAddress(registration.operator)}`, ...warnings],
    instructions: isRegistered ? [] : [instructions.registerNode({ programId, authority, currentVersion, ...registration })],
    creates: present === null ? [{ what: `Node ${index}`, address, bytes: ACCOUNT_BYTES.node }] : [],
  };
  if (!enters) return change(registered);
  const { redundancyBuffer } = registry;
  const set = { currentVersion, redundancyBuffer, emergency: false, changes: [{ op: 'set', index }] } as const;
  return planWaiting(ledger, {
    config,
    mustWait: true,
    nodes: [registration],
    effects: [`makes registry version ${currentVersion + 1n}, in which node ${index} signs with ${toHex(publicKey.subarray(0, 32))}…`],
    before: registered,
    instruction: instructions.changeRegistry({ programId, authority, ...set }),
    creates: [nextRegistryAccount(ledger, config, registry, [index])],
  });
}

/** The program accepts a proof once: the proof names the registration that it replaces. */
function requireFresh({ index, previousRegisteredAt }: ProvenRegistration, present: NodeAccount | null): void {
  const registeredAt = present?.registeredAt ?? 0n;
  if (previousRegisteredAt === registeredAt) return;
  throw new NotPossibleError(
    'proof',
    `replaces the registration of ${previousRegisteredAt}, node ${index} has the registration of ${registeredAt} (0 = none): make another with \`oracle-node prove\``,
  );
}

function isSame(node: NodeAccount, registration: ProvenRegistration): boolean {
  return (
    equalBytes(node.publicKey, registration.publicKey) &&
    equalBytes(node.encryptionKey, registration.encryptionKey) &&
    equalBytes(node.operator, registration.operator) &&
    node.endpoint === registration.endpoint
  );
}
