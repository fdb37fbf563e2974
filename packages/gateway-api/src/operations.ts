import { createSession } from './operations/create-session.js';
import { deleteSession } from './operations/delete-session.js';
import { executeAgentRound } from './operations/execute-agent-round.js';
import { executeRound } from './operations/execute-round.js';
import { executeX402Round } from './operations/execute-x402-round.js';
import { getAgentRounds } from './operations/get-agent-rounds.js';
import { getAgentStatus } from './operations/get-agent-status.js';
import { getHealth } from './operations/get-health.js';
import { getInfo } from './operations/get-info.js';
import { getNodes } from './operations/get-nodes.js';
import { getProvider } from './operations/get-provider.js';
import { getProviders } from './operations/get-providers.js';
import { getReady } from './operations/get-ready.js';
import { getRound } from './operations/get-round.js';
import { getRoundEvidence } from './operations/get-round-evidence.js';
import { getX402Resources } from './operations/get-x402-resources.js';
import { probeX402Round } from './operations/probe-x402-round.js';

/** Every operation of the gateway, by name. */
export const operations = {
  executeRound,
  executeAgentRound,
  executeX402Round,
  createSession,
  deleteSession,
  getAgentStatus,
  getAgentRounds,
  getHealth,
  getReady,
  getNodes,
  getInfo,
  getProviders,
  getProvider,
  getRound,
  getRoundEvidence,
  getX402Resources,
  probeX402Round,
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
