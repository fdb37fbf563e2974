import { ALERTS } from './alerts.mjs';

/** When an alert has to fire, by the time between two values. */
const FIRES_AFTER = { '1m': '30m', '1h': '220h' };
const RUNBOOK = 'https://github.com/oracle-gateway/oracle-gateway/blob/main/docs/runbook.md';

/** The rules file of Prometheus, as a value. */
export function alertRules() {
  const rules = ALERTS.map(({ alert, expr, severity, summary, ...alertRule }) => ({
    alert,
    expr,
    ...(alertRule.for === undefined ? {} : { for: alertRule.for }),
    labels: { severity },
    annotations: { summary, runbook_url: `${RUNBOOK}#${alert.toLowerCase()}` },
  }));
  return { groups: [{ name: 'oracle-gateway', rules }] };
}

/**
 * promtool's tests, a file for each time between two values: every alert fires under its one set of series, and not under the other.
 *
 * @param {string} rulesFile path of the rules
 */
export function alertTests(rulesFile) {
  return Object.entries(FIRES_AFTER).map(([interval, after]) => {
    const tests = ALERTS.filter(({ stepsOf = '1m' }) => stepsOf === interval).flatMap(({ alert, fires, quiet }) => [
      testOf(`${alert} fires`, fires, { interval, expected: firing(alert, after, [{ labels: '{}', value: 1 }]) }),
      testOf(`${alert} is quiet`, quiet, { interval, expected: firing(alert, after, []) }),
    ]);
    return { rule_files: [rulesFile], evaluation_interval: interval, tests };
  });
}

function testOf(name, series, { interval, expected }) {
  const inputs = Object.entries(series).map(([labelled, values]) => ({ series: labelled, values }));
  return { name, interval, input_series: inputs, promql_expr_test: [expected] };
}

function firing(alert, at, samples) {
  return { expr: `clamp_max(count(ALERTS{alertname="${alert}",alertstate="firing"}), 1)`, eval_time: at, exp_samples: samples };
}
