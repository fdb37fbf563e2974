import type { Keypair } from '@oracle-gateway/app-config';
import type { CurrentRegistryReader, RegistryNodesReader } from '@oracle-gateway/ledger';
import { openStream, type WantedPushes } from '@oracle-gateway/node-api/stream';
import type { DeploymentId } from '@oracle-gateway/protocol';
import type { NodeEvents } from './node-events.js';
import { createHttpTransport } from './http-transport.js';
import type { NodeTransport } from './node-transport.js';
import { createStreamKeeper } from './stream-keeper.js';
import type { StreamLinkDeps } from './stream-link.js';
import { createStreamTransport } from './stream-transport.js';

export interface OpenTransportDeps extends Pick<StreamLinkDeps, 'onPush' | 'wait' | 'random' | 'monotonicMs'> {
  readonly kind: 'stream' | 'http';
  readonly deploymentId: DeploymentId;
  readonly keypair: Keypair;
  readonly ledger: CurrentRegistryReader & RegistryNodesReader;
  readonly events: NodeEvents;
  readonly wants: WantedPushes;
  readonly nowMs: () => number;
}

export interface OpenedTransport {
  readonly transport: NodeTransport;
  /** Brings the streams in line with the ledger's nodes; nothing to do by HTTP. Throws what the ledger's reader throws. */
  readonly renew: () => Promise<void>;
}

/** When the gateway ends, calls under way have ended; the close itself takes no longer. */
const CLOSE_GRACE_MS = 250;

/** The transport that the configuration names. Streams open in the background. */
export function openTransport(deps: OpenTransportDeps): OpenedTransport {
  const http = createHttpTransport(deps);
  switch (deps.kind) {
    case 'http':
      return { transport: countedHttp(http, deps.events), renew: () => Promise.resolve() };
    case 'stream': {
      const { deploymentId, nowMs, monotonicMs, wants, events } = deps;
      const { address: gatewayAuthority, sign } = deps.keypair;
      const onFailure = (error: unknown): void => events.streamFailed(error);
      const open: StreamLinkDeps['open'] = (input) =>
        openStream({ deploymentId, gatewayAuthority, sign, nowMs, monotonicMs, onFailure }, { ...input, wants });
      const streams = createStreamKeeper({ ...deps, open });
      const { call } = createStreamTransport({ streams, http, events, monotonicMs });
      const close = async (): Promise<void> => {
        await streams.close(CLOSE_GRACE_MS);
        await http.close();
      };
      return { transport: { call, close }, renew: () => streams.renew() };
    }
  }
}

function countedHttp(http: NodeTransport, { nodeCallSent }: Pick<NodeEvents, 'nodeCallSent'>): NodeTransport {
  return {
    call(node, call) {
      nodeCallSent('http');
      return http.call(node, call);
    },
    close: () => http.close(),
  };
}
