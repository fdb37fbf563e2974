export { type Budget, createBudget, type Spending } from './budget.js';
export type { Addition } from './fading-sum.js';
export { blockOfAddress, type Tenant, tenantOfAddress, tenantOfKey } from './tenant.js';
export { createPlaces, type Place, type Places, type Refused, type Taking } from './places.js';
export { createRegulars, type Regulars } from './regulars.js';
export { createSeats, type Seats } from './seats.js';
export { type ShareRefusal, shareRefusal, type ShareRequest, type ShareRule, shareRule, type ShareRuleOptions } from './threshold.js';
export { createTurns, type Turn, type Turns } from './turns.js';
