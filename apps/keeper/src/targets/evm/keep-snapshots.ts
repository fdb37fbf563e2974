import { acceptSnapshotCalldata, EvmAnswerError, readSnapshot } from '@oracle-gateway/evm';
import type { DeploymentId } from '@oracle-gateway/protocol';
import type { SignedRegistrySnapshot } from '@oracle-gateway/schnorr';
import type { Hex } from 'viem';
import { TargetUnavailableError } from '../../feeds/check-errors.js';
import type { LapseListener } from '../../feeds/target.js';
import type { EvmOracle, HeldVersions } from './evm-oracle.js';
import { type EvmSender, RevertedCallError } from './evm-sender.js';
import { evmErrorName } from './evm-store.js';

export interface SnapshotKeepingDeps {
  readonly target: string;
  readonly sender: EvmSender;
  readonly deploymentId: DeploymentId;
  /** Asks all gateways for the snapshot by the nodes of a version. Each answers its own, which is not believed yet. */
  readonly fetchSnapshots: (signerVersion: bigint, signal: AbortSignal) => Promise<readonly unknown[]>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Keeps the registries of contracts alive. */
export interface SnapshotKeeping {
  /** Brings what nodes have signed since, and answers what the contract holds then. */
  bring(oracle: EvmOracle, signal: AbortSignal, onLapse?: LapseListener): Promise<HeldVersions>;
}

interface Bringing {
  readonly signed: SignedRegistrySnapshot;
  readonly data: Hex;
}

/** A snapshot of the same version is brought where it adds as much time: nodes sign each week. */
const WORTH_SECONDS = 86_400n;
const POLL_MS = 500;
const MAX_POLLS = 1_200;
/** Each snapshot names the present version: one step suffices, and one more where it changed meanwhile. */
const MAX_STEPS = 3;

export function createSnapshotKeeping(deps: SnapshotKeepingDeps): SnapshotKeeping {
  const { target, sender, deploymentId, fetchSnapshots, wait } = deps;

  /** Whether the contract gains by it. */
  async function isWorth(oracle: EvmOracle, { snapshot }: SignedRegistrySnapshot): Promise<boolean> {
    const { trustSeconds } = oracle;
    const { current, lapsesAt } = await oracle.held();
    const signedAt = BigInt(snapshot.signedAtSeconds);
    if (snapshot.signerVersion !== current || signedAt <= lapsesAt - trustSeconds) return false;
    return snapshot.version !== current || signedAt + trustSeconds >= lapsesAt + WORTH_SECONDS;
  }

  /** The call that brings the one of the latest time. A gateway that is behind, or serves what nodes did not sign, holds up no other. */
  async function bestOf(oracle: EvmOracle, served: readonly unknown[]): Promise<Bringing | null> {
    let refusal: EvmAnswerError | null = null;
    const calls: Bringing[] = [];
    for (const one of served) {
      try {
        const signed = readSnapshot(one);
        if (await isWorth(oracle, signed)) calls.push({ signed, data: await callOf(oracle, signed) });
      } catch (error) {
        if (!(error instanceof EvmAnswerError)) throw error;
        refusal = error;
      }
    }
    const [best = null] = calls.toSorted((one, other) => other.signed.snapshot.signedAtSeconds - one.signed.snapshot.signedAtSeconds);
    if (best === null && refusal !== null)
      throw new TargetUnavailableError(target, `a gateway served no true snapshot (${refusal.reason}): ask its operator`);
    return best;
  }

  async function callOf(oracle: EvmOracle, signed: SignedRegistrySnapshot): Promise<Hex> {
    const registry = await oracle.registry(signed.snapshot.signerVersion);
    if (registry === null)
      throw new TargetUnavailableError(target, 'its contract does not have the version whose nodes signed the snapshot');
    return acceptSnapshotCalldata({ deploymentId, registry, signed });
  }

  async function accept(oracle: EvmOracle, { signed, data }: Bringing, signal: AbortSignal): Promise<void> {
    await sender.leased(signal, async ({ push }) => {
      for (let poll = 0; poll < MAX_POLLS; poll += 1) {
        // Another party may have brought it.
        if (!(await isWorth(oracle, signed))) return;
        await push({ to: oracle.address, data });
        await wait(POLL_MS, signal);
      }
      throw new TargetUnavailableError(target, 'the snapshot did not come into a block');
    });
  }

  return {
    async bring(oracle, signal, onLapse) {
      for (let step = 0; step < MAX_STEPS; step += 1) {
        const held = await oracle.held();
        onLapse?.(Number(held.lapsesAt));
        const served = await fetchSnapshots(held.current, signal);
        try {
          const best = await bestOf(oracle, served);
          if (best === null) return held;
          await accept(oracle, best, signal);
        } catch (error) {
          if (error instanceof RevertedCallError)
            throw new TargetUnavailableError(target, `its contract refuses the snapshot (${evmErrorName(error.data)})`);
          throw error;
        }
      }
      return oracle.held();
    },
  };
}
