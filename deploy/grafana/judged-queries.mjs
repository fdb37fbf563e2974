import { queriesOf } from './dashboards.mjs';

/** Seconds between two scrapes of the recorded run, and Grafana's value for `$__rate_interval` then. */
export const SCRAPE_SECONDS = 5;
const RATE_WINDOW = '15s';

/**
 * promtool's test: over the recorded run, each query of the dashboard answers with at least one series. A query whose metrics had no sample in
 * the run, such as the faults of nodes, has to be valid and answers nothing.
 *
 * @param {Readonly<Record<string, readonly number[]>>} recorded values of each series, one a scrape
 */
export function queryTests(recorded) {
  const names = new Set(Object.keys(recorded).map((series) => series.split('{')[0]));
  const scrapes = Math.max(...Object.values(recorded).map(({ length }) => length));
  const inputs = Object.entries(recorded).map(([series, values]) => ({ series, values: values.join(' ') }));
  const tests = queriesOf(RATE_WINDOW).map(({ expr }) => ({
    expr: `clamp_max(count(${expr}), 1)`,
    eval_time: `${(scrapes - 1) * SCRAPE_SECONDS}s`,
    exp_samples: metricsIn(expr).every((name) => names.has(name)) ? [{ labels: '{}', value: 1 }] : [],
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
  return [...new Set(expr.match(/\b(?:oracle|process|nodejs)_[a-z0-9_]+\b/g))];
}
