import { born, steady } from './series.mjs';

/** @type {readonly import('./series.mjs').Alert[]} */
export const FEED_ALERTS = [
  {
    alert: 'OracleFeedOld',
    severity: 'page',
    part: 'feeds',
    // Every keeper tells the age, so the youngest reading counts. NaN: no keeper has read the ledger, or the feed has no account.
    expr: '(min by (feed) (oracle_keeper_feed_age_seconds) > max by (feed) (oracle_keeper_feed_heartbeat_seconds)) or (min by (feed) (oracle_keeper_feed_age_seconds) != min by (feed) (oracle_keeper_feed_age_seconds))',
    for: '1m',
    summary: 'The value of a feed is older than its heartbeat: readers refuse it.',
    explains: ['OracleKeeperFails'],
    fires: {
      'oracle_keeper_feed_age_seconds{feed="btc-usd"}': born(61),
      'oracle_keeper_feed_heartbeat_seconds{feed="btc-usd"}': steady(60),
    },
    quiet: {
      'oracle_keeper_feed_age_seconds{feed="btc-usd"}': steady(59),
      'oracle_keeper_feed_heartbeat_seconds{feed="btc-usd"}': steady(60),
    },
  },
  {
    alert: 'OracleKeeperFails',
    severity: 'ticket',
    part: 'feeds',
    expr: 'sum by (feed, step) (increase(oracle_keeper_failures_total[10m])) > 5',
    for: '10m',
    summary: 'Checks of a feed fail again and again.',
    fires: { 'oracle_keeper_failures_total{feed="btc-usd",step="source"}': '_x5 1+2x300' },
    quiet: { 'oracle_keeper_failures_total{feed="btc-usd",step="source"}': '0x20 3x300' },
  },
  {
    alert: 'OracleKeeperUpstreamDown',
    severity: 'ticket',
    part: 'feeds',
    expr: 'oracle_keeper_up{part="gateway"} == 0',
    for: '2m',
    summary: 'The gateway does not answer a keeper.',
    fires: { 'oracle_keeper_up{part="gateway"}': born(0) },
    quiet: { 'oracle_keeper_up{part="gateway"}': '1x20 0x1 1x300', 'oracle_keeper_up{part="redis"}': steady(0) },
  },
];
