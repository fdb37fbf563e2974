import { pathOperations } from '@oracle-gateway/gateway-api';
import type { Config } from '../../config/config.js';
import type { PathParts, PayPath, ServedPath } from '../pay-path.js';
import { createAgentAdmission } from './admission.js';
import { createAgentDryRun } from './dry-run.js';
import { createEscrowFunds } from './escrow-funds.js';
import { getAgentRounds } from './get-agent-rounds.js';
import { getAgentStatus } from './get-agent-status.js';
import { createAgentPolicy } from './policy.js';
import { executeAgentRound } from './route.js';

/** Rounds that an agent pays from its escrow. */
export const agentPath: PayPath<'agent', typeof pathOperations.agent> = {
  name: 'agent',
  operations: pathOperations.agent,
  notServed: 'the agent path is not enabled on this gateway',
  open: ({ config }) => Promise.resolve(config.agent.enabled ? { serve: (parts) => serve(config, parts) } : null),
};

function serve(config: Config, parts: PathParts): ServedPath<typeof pathOperations.agent> {
  const { programId, network, agent, timestampSkewSeconds: skewSeconds } = config;
  const funds = createEscrowFunds({ ...parts, programId });
  const endpoints = {
    executeAgentRound: executeAgentRound({
      ...parts,
      admit: createAgentAdmission({ ...parts, funds, programId, x402Network: agent.x402Network ?? network, skewSeconds }),
      serveRound: parts.serveCharged(createAgentPolicy({ ...parts, funds, skewSeconds })),
    }),
    getAgentStatus: getAgentStatus({ ...parts, funds }),
    getAgentRounds: getAgentRounds(parts),
  };
  return { endpoints, dryRun: createAgentDryRun({ ...parts, funds }) };
}
