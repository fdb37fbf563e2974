import { born, steady } from './series.mjs';

/** Nodes sign each week, so that four days are left of the shortest trust that is sensible. */
const LAPSING_SECONDS = 259_200;

/** @type {readonly import('./series.mjs').Alert[]} */
export const FEED_ALERTS = [
  {
    alert: 'OracleFeedOld',
    severity: 'page',
    part: 'feeds',
    // Every keeper tells the age, so the youngest reading counts. NaN: no keeper has read the target, or the feed has no value there.
    expr: '(min by (feed, target) (oracle_keeper_feed_age_seconds) > on (feed) group_left () max by (feed) (oracle_keeper_feed_heartbeat_seconds)) or (min by (feed, target) (oracle_keeper_feed_age_seconds) != min by (feed, target) (oracle_keeper_feed_age_seconds))',
    for: '1m',
    summary: 'The value of a feed is older than its heartbeat: readers refuse it.',
    explains: ['OracleKeeperFails'],
    fires: {
      'oracle_keeper_feed_age_seconds{feed="btc-usd",target="solana"}': steady(9),
      'oracle_keeper_feed_age_seconds{feed="btc-usd",target="base"}': born(61),
      'oracle_keeper_feed_heartbeat_seconds{feed="btc-usd"}': steady(60),
    },
    quiet: {
      'oracle_keeper_feed_age_seconds{feed="btc-usd",target="base"}': steady(59),
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
    alert: 'OracleChainLapsing',
    severity: 'page',
    part: 'chains',
    expr: `max by (target) (oracle_keeper_lapses_at_seconds) - time() < ${LAPSING_SECONDS}`,
    stepsOf: '1h',
    for: '10m',
    summary: 'The contract of a chain takes no registry version any more in less than three days, and then never again.',
    fires: { 'oracle_keeper_lapses_at_seconds{target="base"}': '1x300' },
    quiet: { 'oracle_keeper_lapses_at_seconds{target="base"}': '99999999x300' },
  },
  {
    alert: 'OracleKeeperUpstreamDown',
    severity: 'ticket',
    part: 'feeds',
    expr: 'oracle_keeper_up{part=~"gateway|target .*"} == 0',
    for: '2m',
    summary: 'A gateway or a chain does not answer a keeper.',
    fires: { 'oracle_keeper_up{part="target base"}': born(0) },
    quiet: { 'oracle_keeper_up{part="gateway"}': '1x20 0x1 1x300', 'oracle_keeper_up{part="redis"}': steady(0) },
  },
];
