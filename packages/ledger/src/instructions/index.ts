import { announceChange } from './announced-change.js';
import { changeRegistry } from './change-registry.js';
import { createSignerSet } from './create-signer-set.js';
import { registerGateway, setGatewayStatus, updateGateway } from './gateways.js';
import { generatedInstructions } from '@oracle-gateway/protocol/instructions';
import { registerNode } from './register-node.js';
import { settleAgentRound } from './settle-agent-round.js';
import { settleRound } from './settle-round.js';
import { initialise, updateConfig } from './settings.js';
import { showSource } from './show-source.js';
import { submitMany } from './submit-many.js';
import { submit } from './submit.js';
import { withdrawEscrow } from './withdraw-escrow.js';

/**
 * One builder for each instruction of docs/protocol.md. Named here are the builders that take more than the fields of the instruction, or
 * other forms of them. Each builder throws RangeError for a field that does not fit its place.
 */
export const instructions = {
  ...generatedInstructions,
  initialise,
  updateConfig,
  registerNode,
  changeRegistry,
  announceChange,
  registerGateway,
  updateGateway,
  setGatewayStatus,
  settleRound,
  settleAgentRound,
  withdrawEscrow,
  submit,
  submitMany,
  showSource,
  createSignerSet,
} as const;
