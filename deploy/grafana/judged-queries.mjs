import { queriesOf } from './dashboards.mjs';

/** Seconds between two scrapes of the recorded run, and Grafana's value for `$__rate_interval` then. */
export const SCRAPE_SECONDS = 5;
const RATE_WINDOW = '20s';
/** Panels of events that the recorded run does not have: their metrics have no series before the first. */
const WITHOUT_EVENTS = ['Spent today, of the limit', 'Payments per request, a minute', 'Settlements by conclusion, a minute'];

/**
 * promtool's test: over the recorded run, each query of the dashboards answers with at least one series. A query of an event that did not occur
 * has to be valid, and answers nothing.
 *
 * @param {Readonly<Record<string, readonly (number | string)[]>>} recorded values of each series, one a scrape
 */
export function queryTests(recorded) {
  const scrapes = Math.max(...Object.values(recorded).map(({ length }) => length));
  const inputs = Object.entries(recorded).map(([series, values]) => ({ series, values: values.join(' ') }));
  const tests = queriesOf(RATE_WINDOW).map(({ title, expr }) => ({
    expr: `clamp_max(count(${expr}), 1)`,
    eval_time: `${(scrapes - 1) * SCRAPE_SECONDS}s`,
    exp_samples: WITHOUT_EVENTS.includes(title) ? [] : [{ labels: '{}', value: 1 }],
  }));
  return {
    rule_files: [],
    evaluation_interval: `${SCRAPE_SECONDS}s`,
    tests: [{ interval: `${SCRAPE_SECONDS}s`, input_series: inputs, promql_expr_test: tests }],
  };
}

/**
 * Names of the metrics that an expression asks for.
 *
 * @param {string} expr
 */
export function metricsIn(expr) {
  return [...new Set(expr.match(/\b(?:up|oracle:[a-z0-9_:]+|(?:oracle|process|nodejs|redis)_[a-z0-9_]+)\b/g))];
}
