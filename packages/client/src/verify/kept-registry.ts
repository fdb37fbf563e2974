import type { DeploymentId } from '@oracle-gateway/protocol';
import { decodeRegistry, registryAddress, type RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { fromBase64, toBase64 } from '../base/base64.js';
import { ClientUsageError, VerificationError } from '../base/errors.js';
import { memberOf, textOf } from '../base/json.js';
import { deploymentOf, type LedgerOptions } from '../ledger/deployment.js';
import { createOracleLedger } from '../ledger/oracle-ledger.js';
import { rpcAt } from '../ledger/rpc-at.js';
import type { VerifyFromLedgerDeps } from './verify-from-ledger.js';

/**
 * One registry version as a file keeps it, in JSON: the keys by which answers of that version are verified without a network. Keep it beside
 * the answers, and trust it as you trust the ledger: it says whose signatures count.
 */
export interface KeptRegistry {
  /** The oracle program, base58. */
  readonly programId: string;
  /** CAIP-2 id of its network. */
  readonly network: string;
  /** Data of the Registry account, base64. */
  readonly registryAccount: string;
}

/**
 * Reads a registry version from the ledger, to keep it. It can be read until its account is closed, also after it has been retired.
 *
 * @param input `version`: `registryVersion` of the answers that it is kept for
 * @throws VerificationError `unknown_registry_version`, `other_deployment`; TransportError; ClientUsageError
 * @example
 * const kept = await keepRegistry({ ledger: { rpcUrl, programId, network }, version: round.registryVersion });
 * await writeFile('registry.json', JSON.stringify(kept));
 */
export async function keepRegistry(
  { ledger, version, signal }: { readonly ledger: LedgerOptions; readonly version: number; readonly signal?: AbortSignal },
  deps: VerifyFromLedgerDeps = {},
): Promise<KeptRegistry> {
  const { fetch, clock: now = Date.now } = deps;
  const reader = createOracleLedger({ ...rpcAt(ledger.rpcUrl, fetch), now }, deploymentOf(ledger));
  if (!Number.isSafeInteger(version) || version < 0) throw new ClientUsageError('version', 'must be a registry version');
  const number = BigInt(version);
  // The view holds the program against its network.
  const [, data] = await Promise.all([
    reader.view(number, signal),
    reader.read(registryAddress(reader.programId, number), checkedRegistry, signal),
  ]);
  if (data === null) throw new VerificationError('unknown_registry_version', 'the ledger has no such registry version');
  return { programId: ledger.programId, network: ledger.network, registryAccount: toBase64(data) };
}

/** @throws AccountDecodeError */
function checkedRegistry(data: Uint8Array): Uint8Array {
  decodeRegistry(data);
  return data;
}

/** The keys of a kept registry. @throws ClientUsageError that names the member and the rule */
export function readKeptRegistry(kept: unknown): { readonly deploymentId: DeploymentId; readonly registry: RegistryAccount } {
  const { deploymentId } = deploymentOf({ programId: memberIn(kept, 'programId'), network: memberIn(kept, 'network') });
  try {
    return { deploymentId, registry: decodeRegistry(fromBase64(memberIn(kept, 'registryAccount'))) };
  } catch (error) {
    if (error instanceof ClientUsageError) throw error;
    throw new ClientUsageError('registry.registryAccount', 'must be the data of a Registry account in base64', { cause: error });
  }
}

function memberIn(kept: unknown, name: keyof KeptRegistry): string {
  const text = textOf(memberOf(kept, name));
  if (text === undefined) throw new ClientUsageError(`registry.${name}`, 'must be a text');
  return text;
}
