// A page loads this module when it first needs one of these. Modules of their own would share a dozen small pieces with the start, and a page
// would load each by a request.
export { createGatewayEvents } from './http/gateway-events.js';
export { followToItsEnd } from './rounds/follow-round.js';
export { waitForSettlement } from './rounds/wait-for-settlement.js';
export { askListSimulation, askSimulation } from './simulations/ask-simulation.js';
