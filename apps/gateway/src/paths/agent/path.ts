import { pathOperations } from '@oracle-gateway/gateway-api/internal';
import type { Config } from '../../config/config.js';
import type { PathPorts } from '../path-ports.js';
import type { PayPath, ServedPath } from '../pay-path.js';
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
  open: ({ config }) => Promise.resolve(config.agent.enabled ? { serve: (ports) => serve(config, ports) } : null),
};

function serve({ agent, network }: Config, ports: PathPorts): ServedPath<typeof pathOperations.agent> {
  const funds = createEscrowFunds(ports);
  const endpoints = {
    executeAgentRound: executeAgentRound({
      admit: createAgentAdmission({ ports, funds, x402Network: agent.x402Network ?? network }),
      serveRound: ports.rounds.serveCharged(createAgentPolicy({ ports, funds })),
      ports,
    }),
    getAgentStatus: getAgentStatus({ ports, funds }),
    getAgentRounds: getAgentRounds(ports),
  };
  return { endpoints, dryRun: createAgentDryRun({ ports, funds }) };
}
