import { randomBytes } from 'node:crypto';

import { createLedgerReader, type FetchLike, type LedgerReader, type LedgerSigner, readRegistrySnapshot } from '@oracle-gateway/ledger';
import { type Address, formatAddress, unixSeconds } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { askableNodes, formerNodes, gatewayAddress, gatewayIsActive, type ConfigAccount } from '@oracle-gateway/protocol/accounts';
import { portableCurve, type RegistryKeys, type SignedRegistrySnapshot, verifySignature } from '@oracle-gateway/schnorr';
import { createFailureMemory, gatherSnapshot, TooFewVouchersError } from '@oracle-gateway/vouching';

import { adminClientOf, type LedgerViewInput } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { createNodeCalls } from './node-calls.js';
import type { NodeFailure } from './node-failure.js';

/** The version to vouch for, and the gateway that asks the nodes. */
export interface TakeSnapshotInput extends LedgerViewInput {
  /** The key of a gateway that is registered and in service: nodes answer no other. */
  readonly gateway: LedgerSigner;
  /** The Gateway account whose authority is the key; by default the one that was registered with it. */
  readonly gatewayAccount?: Address;
  /** The version whose nodes sign, which the other chain holds; the current one by default. */
  readonly signerVersion?: bigint;
  /** Asks nodes. The global `fetch` by default. */
  readonly fetchNode?: FetchLike;
  readonly nowMs?: () => number;
  /**
   * Possible endpoints of keys of `signerVersion` that no Node account remembers, by index: those of a place whose key was replaced twice. The
   * present endpoints of their places are asked too.
   */
  readonly endpoints?: ReadonlyMap<number, string>;
}

/** A registry snapshot that enough nodes have signed, verified. */
export interface TakenSnapshot {
  readonly signed: SignedRegistrySnapshot;
  /** The version whose nodes signed. */
  readonly signers: RegistryKeys;
  /** Nodes that were asked and did not sign. */
  readonly failures: readonly NodeFailure[];
}

/** Too few nodes signed. `failures` says why. Nothing changed. */
export class SnapshotNotSignedError extends Error {
  override readonly name = 'SnapshotNotSignedError';

  constructor(
    message: string,
    readonly failures: readonly NodeFailure[],
  ) {
    super(message);
  }
}

/**
 * Has the nodes of one registry version sign what the finalized ledger says of the current one, and verifies it as any chain would. Nothing is
 * sent to the ledger.
 *
 * @throws NotPossibleError, SnapshotNotSignedError, ProtocolNotInitialisedError, LedgerUnavailableError
 */
export async function takeSnapshot(input: TakeSnapshotInput): Promise<TakenSnapshot> {
  const { programId, server, gateway, fetchNode = (url, init) => fetch(url, init), nowMs = Date.now } = input;
  const reader = createLedgerReader({ rpc: adminClientOf(server), programId, commitment: 'finalized' });
  const config = await reader.config();
  const gatewayAccount = input.gatewayAccount ?? gatewayAddress(programId, gateway.address);
  await requireInService(reader, { gateway, gatewayAccount });
  const toVouch = await readToVouch(reader, config, input.signerVersion ?? config.registryVersion);
  const accounts = await reader.nodes(toVouch.signers);
  const former = formerNodes(toVouch.signers, accounts, input.endpoints ?? new Map<number, string>());
  const nodes = [...askableNodes(toVouch.signers, accounts), ...former];
  const { deploymentId } = config;
  const failures: NodeFailure[] = [];
  const onFailure = (failure: NodeFailure): void => void failures.push(failure);
  const calls = createNodeCalls({ deploymentId, gateway, gatewayAccount, fetch: fetchNode, nowMs, onFailure });
  const deps = {
    calls,
    memory: createFailureMemory(),
    curve: portableCurve,
    verify: verifySignature,
    randomBytes,
    nowMs,
    monotonicMs: () => performance.now(),
  };
  const signed = await gatherSnapshot({ toVouch, nodes }, deps).catch((error: unknown) => {
    throw error instanceof TooFewVouchersError ? new SnapshotNotSignedError(error.message, failures) : error;
  });
  return { signed, signers: toVouch.signers, failures };
}

async function requireInService(
  reader: LedgerReader,
  { gateway, gatewayAccount }: Required<Pick<TakeSnapshotInput, 'gateway' | 'gatewayAccount'>>,
): Promise<void> {
  const { value } = await reader.gateway(gatewayAccount);
  const name = formatAddress(gateway.address);
  if (value === null || !equalBytes(value.authority, gateway.address))
    throw new NotPossibleError(
      'key',
      `${name} is the key of no gateway: nodes answer registered gateways only. Where the key was exchanged, name the account with --gateway`,
    );
  if (!gatewayIsActive(value)) throw new NotPossibleError('key', `gateway ${name} is out of service: \`gateway start\` comes first`);
}

async function readToVouch(reader: LedgerReader, { registryVersion, deploymentId }: ConfigAccount, signerVersion: bigint) {
  if (signerVersion < 1n || signerVersion > registryVersion)
    throw new NotPossibleError('signer-version', `must be 1..${registryVersion}, which is the current version`);
  // No time is too early: the gathering dates each attempt by the clock.
  const read = await readRegistrySnapshot({ deploymentId, signerVersion, signedAtSeconds: unixSeconds(0) }, { reader });
  if (read === null)
    throw new NotPossibleError(
      'signer-version',
      `the ledger has closed version ${signerVersion}: its nodes vouch for no successor any more; deploy a new contract`,
    );
  return read;
}
