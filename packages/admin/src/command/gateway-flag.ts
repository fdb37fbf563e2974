import { address, required } from './flag.js';

/** Names a gateway, in the commands of administrators, owners and payers. */
export const gatewayFlag = { gateway: required(address, "the gateway's own key") };
