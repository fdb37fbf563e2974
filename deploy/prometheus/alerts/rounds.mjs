import { errorRules } from '../../../packages/gateway-api/dist/errors.js';
import { operations } from '../../../packages/gateway-api/dist/index.js';
import { rising, steady } from './series.mjs';

/** Part of all rounds that may fail by us within thirty days. docs/objectives.md says what that promises. */
export const ROUNDS_OBJECTIVE = 0.995;
const BUDGET = 1 - ROUNDS_OBJECTIVE;
/** Failed rounds below which nothing fires: one caller that tries again is no outage. */
const LEAST_FAILED = 10;

/** Codes that say nothing of the service: the caller's own share, secrets or source. Those of a scope are told by the scope. */
const OF_THE_CALLER = ['envelope_undecryptable', 'secrets_refused', 'upstream_failure', 'no_quorum_value'];
const OF_SOURCES = 'upstream_failure|no_quorum_value';
const SERVER_ERROR = 500;

/** Operations that serve rounds, by the rate that they count against. */
const ROUND_OPERATIONS = Object.values(operations)
  .filter(({ rateLimit, method }) => rateLimit === 'rounds' && method === 'POST')
  .map(({ name }) => name)
  .filter((name) => name.startsWith('execute'))
  .join('|');
/** Failures of the service itself. */
const OURS = Object.entries(errorRules)
  .filter(([code, { status, scope }]) => status >= SERVER_ERROR && scope !== 'caller' && !OF_THE_CALLER.includes(code))
  .map(([code]) => code)
  .join('|');

const ANSWERS = 'oracle_gateway_http_requests_total';
const OF_ROUNDS = `operation=~"${ROUND_OPERATIONS}"`;
const FAILED = `${ANSWERS}{${OF_ROUNDS},code=~"${OURS}"}`;
/** Failures that a lack of nodes causes; a source that is slow to all of them can cause one too. */
export const FAILED_FOR_NODES = `${ANSWERS}{${OF_ROUNDS},code=~"node_failure|node_timeout|too_few_nodes|signing_failed"}`;
const OTHER_FAILED = `${ANSWERS}{operation!~"getReady|${ROUND_OPERATIONS}",status=~"5..",scope!="caller",code!~"${OF_THE_CALLER.join('|')}"}`;
export const SERVED = `${ANSWERS}{${OF_ROUNDS},status="200"}`;
/** Windows of the rates that are recorded, with their seconds. */
const WINDOWS = { '5m': 300, '30m': 1_800, '1h': 3_600, '6h': 21_600, '3d': 259_200 };
function failing(window) {
  return `oracle:rounds_failed:rate${window}`;
}
function ratio(window) {
  return `oracle:rounds_failed:ratio_rate${window}`;
}

/** Failed rounds a second, and their part of those served and failed, by window. @type {readonly { record: string, expr: string }[]} */
export const ROUND_RECORDS = Object.keys(WINDOWS).flatMap((window) => [
  { record: failing(window), expr: `sum(rate(${FAILED}[${window}]))` },
  { record: ratio(window), expr: `${failing(window)} / (${failing(window)} + sum(rate(${SERVED}[${window}])))` },
]);

/** Burns the budget of thirty days `factor` times too fast, over a long window and still in a short one. */
function burns(factor, long, short) {
  const limit = Number((factor * BUDGET).toFixed(4));
  return `(${ratio(long)} > ${limit} and ${ratio(short)} > ${limit} and ${failing(long)} * ${WINDOWS[long]} > ${LEAST_FAILED})`;
}

/** Series of a test. */
export const served = `${ANSWERS}{operation="executeRound",status="200",code="",scope=""}`;
export function failed(code, scope = '') {
  return `${ANSWERS}{operation="executeRound",status="503",code="${code}",scope="${scope}"}`;
}

/** @type {readonly import('./series.mjs').Alert[]} */
export const ROUND_ALERTS = [
  {
    alert: 'OracleRoundsFail',
    severity: 'page',
    part: 'rounds',
    expr: `${burns(14.4, '1h', '5m')} or ${burns(6, '6h', '30m')}`,
    // A cause is told first, and explains it.
    for: '2m',
    summary: 'Rounds fail by us so often that the budget of thirty days is used up within two to five days.',
    explains: ['OracleRoundsBudget', 'OracleAnswersFail'],
    fires: { [served]: rising(60), [failed('node_timeout')]: '_x20 0+20x300' },
    quiet: {
      [served]: rising(60),
      [failed('node_timeout')]: rising(1),
      [failed('share_used', 'caller')]: rising(600),
      [failed('upstream_failure')]: rising(600),
    },
  },
  {
    alert: 'OracleRoundsBudget',
    severity: 'ticket',
    part: 'rounds',
    expr: burns(1, '3d', '6h'),
    stepsOf: '1h',
    for: '1h',
    summary: 'Rounds fail by us more often than the objective of thirty days allows.',
    fires: { [served]: rising(6_000), [failed('node_timeout')]: rising(60) },
    quiet: { [served]: rising(6_000), [failed('node_timeout')]: rising(20) },
  },
  {
    alert: 'OracleSourcesFail',
    severity: 'ticket',
    part: 'rounds',
    expr: `sum(increase(${ANSWERS}{${OF_ROUNDS},code=~"${OF_SOURCES}"}[30m])) > 20 and sum(rate(${ANSWERS}{${OF_ROUNDS},code=~"${OF_SOURCES}"}[30m])) > sum(rate(${SERVED}[30m]))`,
    for: '10m',
    summary: 'More rounds get no value from their sources than are served.',
    fires: { [served]: rising(1), [failed('upstream_failure')]: '_x5 0+3x300' },
    // One caller with a dead source, once a minute.
    quiet: { [served]: rising(60), [failed('upstream_failure')]: rising(1) },
  },
  {
    alert: 'OracleRoundsSlow',
    severity: 'ticket',
    part: 'rounds',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(oracle_gateway_round_seconds_bucket[10m]))) > 5 and sum(increase(oracle_gateway_round_seconds_count[10m])) > 100',
    for: '10m',
    summary: 'One round in a hundred takes more than five seconds.',
    fires: {
      'oracle_gateway_round_seconds_bucket{le="5"}': rising(10),
      'oracle_gateway_round_seconds_bucket{le="12"}': rising(60),
      'oracle_gateway_round_seconds_bucket{le="+Inf"}': rising(60),
      oracle_gateway_round_seconds_count: rising(60),
    },
    quiet: {
      'oracle_gateway_round_seconds_bucket{le="5"}': rising(60),
      'oracle_gateway_round_seconds_bucket{le="+Inf"}': rising(60),
      oracle_gateway_round_seconds_count: rising(60),
    },
  },
  {
    alert: 'OracleAnswersFail',
    severity: 'ticket',
    part: 'rounds',
    expr: `sum(rate(${OTHER_FAILED}[10m])) / sum(rate(${ANSWERS}{operation!~"getReady|getHealth|${ROUND_OPERATIONS}"}[10m])) > 0.05 and sum(increase(${OTHER_FAILED}[10m])) > ${LEAST_FAILED}`,
    for: '10m',
    summary: 'One in twenty answers that are no rounds fails by us.',
    fires: {
      [`${ANSWERS}{operation="getRound",status="200",code="",scope=""}`]: rising(60),
      [`${ANSWERS}{operation="getRound",status="503",code="outbox_unavailable",scope=""}`]: '_x5 0+10x300',
    },
    quiet: {
      [`${ANSWERS}{operation="getRound",status="200",code="",scope=""}`]: rising(60),
      [`${ANSWERS}{operation="getReady",status="503",code="not_ready",scope=""}`]: rising(60),
      [failed('node_timeout')]: rising(60),
    },
  },
  {
    alert: 'OracleGatewayFull',
    severity: 'ticket',
    part: 'rounds',
    expr: 'sum by (resource) (increase(oracle_gateway_share_refusals_total{reason="full"}[10m])) > 5',
    for: '10m',
    summary: 'A gateway refuses callers because it is full.',
    fires: { 'oracle_gateway_share_refusals_total{resource="rounds",reason="full"}': rising(3) },
    quiet: { 'oracle_gateway_share_refusals_total{resource="rounds",reason="own_share"}': rising(3) },
  },
  {
    alert: 'OracleClockOff',
    severity: 'page',
    part: 'gateway',
    expr: 'abs(oracle_gateway_clock_offset_seconds) > 0.5',
    for: '2m',
    summary: 'The clock of a gateway differs from the clocks of most nodes.',
    explains: ['OracleGatewayNotReady', 'OracleRoundsFail'],
    fires: { oracle_gateway_clock_offset_seconds: steady(-0.7) },
    quiet: { oracle_gateway_clock_offset_seconds: steady(0.1) },
  },
];
