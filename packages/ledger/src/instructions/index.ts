import { changeRegistry } from './change-registry.js';
import { addDelegate, boundDelegate, closeDelegate, revokeDelegate } from './delegates.js';
import { registerGateway, setGatewayStatus } from './gateways.js';
import { acceptAuthority, proposeAuthority } from './hand-over-authority.js';
import { initialise } from './initialise.js';
import { registerNode } from './register-node.js';
import { settleRound } from './settle-round.js';
import { submit } from './submit.js';
import {
  changeSubscriptionGateway,
  confirmSubscriptionGateway,
  openSubscription,
  pauseSubscription,
  renewSubscription,
  resumeSubscription,
  upgradeSubscription,
} from './subscriptions.js';
import { updateConfig } from './update-config.js';
import { withdrawTreasury } from './withdraw-treasury.js';

/** One builder per instruction of docs/protocol.md. Each throws RangeError for a field that does not fit its place. */
export const instructions = {
  initialise,
  updateConfig,
  proposeAuthority,
  acceptAuthority,
  withdrawTreasury,
  registerNode,
  changeRegistry,
  registerGateway,
  setGatewayStatus,
  openSubscription,
  renewSubscription,
  pauseSubscription,
  resumeSubscription,
  changeSubscriptionGateway,
  settleRound,
  confirmSubscriptionGateway,
  upgradeSubscription,
  addDelegate,
  boundDelegate,
  revokeDelegate,
  closeDelegate,
  submit,
} as const;
