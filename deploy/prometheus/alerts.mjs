import { FEED_ALERTS } from './alerts/feeds.mjs';
import { MONEY_ALERTS, MONEY_RECORDS } from './alerts/money.mjs';
import { NODE_ALERTS } from './alerts/nodes.mjs';
import { PROCESS_ALERTS } from './alerts/processes.mjs';
import { ROUND_ALERTS, ROUND_RECORDS } from './alerts/rounds.mjs';
import { SETTLEMENT_ALERTS } from './alerts/settlement.mjs';

/** Every alert: first the promises and the ends of processes, then the parts. @type {readonly import('./alerts/series.mjs').Alert[]} */
export const ALERTS = [...PROCESS_ALERTS, ...ROUND_ALERTS, ...MONEY_ALERTS, ...SETTLEMENT_ALERTS, ...NODE_ALERTS, ...FEED_ALERTS];

/** Series that Prometheus records for the alerts. */
export const RECORDS = [...ROUND_RECORDS, ...MONEY_RECORDS];
