import type { OperationSpec } from '@oracle-gateway/gateway-api';
import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import type { TreasuryReader } from '@oracle-gateway/ledger';
import type { KeyWatch } from '@oracle-gateway/process';
import type { Address } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { Config, Secrets } from '../config/config.js';
import type { AnyEndpoint } from '../http/endpoint.js';
import type { FacilitatorEvents } from '../telemetry/events.js';
import type { PathPorts } from './path-ports.js';

type PathOperations = Readonly<Record<string, OperationSpec>>;

/** Each is typed by its own operation where it is made. */
export type PathEndpoints<Ops extends PathOperations> = { readonly [Name in keyof Ops]: AnyEndpoint };

/** A way to pay for rounds: its operations, and how they are served. `paths/index.ts` lists every one. */
export interface PayPath<Name extends string = string, Ops extends PathOperations = PathOperations> {
  readonly name: Name;
  /** Operations of the contract. */
  readonly operations: Ops;
  /** The refusal of these operations while the configuration leaves the path off. */
  readonly notServed: string;
  /** Opens what the path needs; null while the configuration leaves it off. Throws what makes serving impossible. */
  open(settings: PathSettings, deps: OpenPathDeps): Promise<OpenPath<Ops> | null>;
}

export interface PathSettings {
  readonly config: Config;
  readonly secrets: Secrets;
}

export interface OpenPathDeps {
  readonly ledger: TreasuryReader;
  readonly events: FacilitatorEvents;
  readonly keys: Pick<KeyWatch, 'watched'>;
  readonly monotonicMs: () => number;
}

/** A path that is open. */
export interface OpenPath<Ops extends PathOperations = PathOperations> {
  /** Called once. */
  serve(ports: PathPorts): ServedPath<Ops>;
  /** Callers of this path may pay a source beside the round. */
  readonly paysSources?: true;
  /** Why the path cannot serve yet, for `/ready`; null: it can. */
  trouble?(): string | null;
  stop?(): void;
}

/** Operations of a path, and its part in dry runs. */
export interface ServedPath<Ops extends PathOperations = PathOperations> {
  readonly endpoints: PathEndpoints<Ops>;
  /** Left out by a path that dry runs say nothing of. */
  readonly dryRun?: PathDryRun;
}

/** A path's part in dry runs. */
export interface PathDryRun {
  /** Price of the round, in atomic units of the stablecoin; null: the ledger sets no price. */
  price(terms: DryRunTerms): Promise<bigint | null>;
  /**
   * Why the path would serve the key no round now; null: it would. Read as for a round, within the same budgets; throws what they throw. Left out
   * where a key alone earns no round.
   */
  refusal?(caller: DryRunCaller, terms: DryRunTerms): Promise<ErrorCode | null>;
}

export interface DryRunTerms {
  readonly signaturesRequired: number;
  /** Sources of the request. */
  readonly units: number;
  readonly registry: RegistryAccount;
}

/** A caller who has shown its key. */
export interface DryRunCaller {
  readonly key: Address;
  /** The owner of the subscription that the key is a delegate of; otherwise the key itself. */
  readonly owner: Address;
}
