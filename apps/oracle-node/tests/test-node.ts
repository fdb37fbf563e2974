import type { Address, DeploymentId } from '@oracle-gateway/protocol';

/** A node that a test started. */
export interface TestNode {
  readonly url: string;
  readonly index: number;
  readonly logs: string[];
  readonly metricsUrl: string | null;
  close(): Promise<void>;
}

export interface NodeReply {
  readonly status: number;
  readonly text: string;
}

export interface Signing {
  readonly gatewayKey: Uint8Array;
  /** Default: the account that was registered with the key. */
  readonly gateway: Address;
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly timeMs: number;
  readonly path: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Hangs up when aborted. */
  readonly signal: AbortSignal;
}
