import { isNetworkId } from '@oracle-gateway/protocol';

import { anyText, type ValueKind } from '../value-kind.js';

/** A deployment that comes with this package: a user trusts it as much as the package. */
export interface KnownDeployment {
  /** CAIP-2. */
  readonly network: string;
  /** Address of the oracle program. */
  readonly program: string;
  /** URL of a gateway that serves it. */
  readonly gateway: string;
  /** URL of an RPC server of the network, to begin with. */
  readonly rpc: string;
}

export type KnownDeployments = Readonly<Record<string, KnownDeployment>>;

/** Deployments by the name that `--network` takes. Each entry is released with the package; none is published yet. */
export const KNOWN_DEPLOYMENTS: KnownDeployments = {};

/** A network by its id, or by the name of a known deployment. */
export function networkKind(known: KnownDeployments): ValueKind<string> {
  const names = Object.keys(known);
  const listed =
    names.length === 0
      ? 'this version knows no network by name, so give --network, --program, --rpc and --gateway of your operator'
      : `or a known network: ${names.join(', ')}`;
  return {
    ...anyText,
    placeholder: 'name',
    form: `a CAIP-2 id such as solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1 (${listed})`,
    parse: (text) => (isNetworkId(text) || Object.hasOwn(known, text) ? text : undefined),
  };
}

interface CollectedSettings {
  readonly values: Readonly<Record<string, unknown>>;
  /** Place of each setting, the first place first. */
  readonly ranks: Readonly<Record<string, number>>;
}

/**
 * The settings that the name of a known deployment stands for; null where the network is no such name. A setting of an earlier place than
 * the name stays as it is, and so does one of the same place.
 */
export function settingsOfNetwork(
  known: KnownDeployments,
  { values, ranks }: CollectedSettings,
): Readonly<Record<keyof KnownDeployment, string>> | null {
  const name = values['network'];
  if (typeof name !== 'string' || !Object.hasOwn(known, name)) return null;
  const deployment = known[name];
  const rank = ranks['network'];
  if (deployment === undefined || rank === undefined) return null;
  const settled = (setting: keyof KnownDeployment): string => {
    const own = values[setting];
    return setting !== 'network' && typeof own === 'string' && (ranks[setting] ?? Infinity) <= rank ? own : deployment[setting];
  };
  return { network: settled('network'), program: settled('program'), gateway: settled('gateway'), rpc: settled('rpc') };
}
