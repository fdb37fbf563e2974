import type { LedgerReader } from '@oracle-gateway/ledger';
import type { Outbox } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { type AgentAdmissionDeps, createAgentAdmission } from './admission.js';
import { createEscrowFunds } from './escrow-funds.js';
import type { Config } from '../../config/config.js';
import type { Routes } from '../../http/endpoint.js';
import { executeAgentRound } from './route.js';
import { getAgentRounds } from './get-agent-rounds.js';
import { getAgentStatus } from './get-agent-status.js';
import { notEnabled } from '../../http/not-enabled.js';
import type { Capacity } from '../../rounds/capacity.js';
import type { ChargedRoundService } from '../../rounds/charge-round.js';
import type { Sponsorship } from '../../rounds/sponsorship.js';

type AgentRoutes = Pick<Routes, 'executeAgentRound' | 'getAgentStatus' | 'getAgentRounds'>;

export interface AgentRouteDeps extends Pick<AgentAdmissionDeps, 'gatewayStanding' | 'verifySignature' | 'mint' | 'nowMs'> {
  readonly config: Config;
  readonly ledger: LedgerReader;
  readonly outbox: Pick<Outbox, 'standing' | 'read' | 'listed'>;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly capacity: Pick<Capacity, 'requireRoom'>;
  readonly serveRound: ChargedRoundService;
  readonly sponsorship: Pick<Sponsorship, 'covers'>;
  readonly monotonicMs: () => number;
}

/** The endpoints of the agent path, which say that they are not served where the configuration leaves the path off. */
export function createAgentRoutes({ config, capacity, serveRound, ...deps }: AgentRouteDeps): AgentRoutes {
  const { programId, network, agent } = config;
  if (!agent.enabled) {
    const refuse = notEnabled('the agent path is not enabled on this gateway');
    return { executeAgentRound: refuse, getAgentStatus: refuse, getAgentRounds: refuse };
  }
  const { ledger, gateway, outbox } = deps;
  const funds = createEscrowFunds({ ...deps, programId });
  const admit = createAgentAdmission({
    ...deps,
    funds,
    programId,
    x402Network: agent.x402Network ?? network,
    skewSeconds: agent.timestampSkewSeconds,
  });
  return {
    executeAgentRound: executeAgentRound({
      admit,
      capacity,
      serveRound,
      allowedSources: config.allowedSources,
      isSponsored: deps.sponsorship.covers,
    }),
    getAgentStatus: getAgentStatus({ funds, ledger, gateway }),
    getAgentRounds: getAgentRounds({ outbox }),
  };
}
