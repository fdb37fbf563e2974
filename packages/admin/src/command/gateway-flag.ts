import { address, required } from './flag.js';

/** Names a gateway: of the administrator's commands, and of those who deal with one. */
export const gatewayFlag = { gateway: required(address, "the gateway's own key") };
