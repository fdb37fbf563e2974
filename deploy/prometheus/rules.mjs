import { ALERTS, RECORDS } from './alerts.mjs';

/** When an alert has to fire, by the time between two values. */
const FIRES_AFTER = { '15s': '450s', '1m': '30m', '1h': '295h' };
const RUNBOOK = 'https://github.com/oracle-gateway/oracle-gateway/blob/main/docs/runbook.md';
/** A consequence may last longer than its cause: a feed is old until its next round. A consequence itself ends at once. */
const AFTERMATH = '3m';
/** The receiver's URL may carry a key, so it is in a file. */
const URL_FILE = '/run/secrets/alert-webhook-url';

/** The rules file of Prometheus, as a value. */
export function alertRules() {
  const consequences = new Set(ALERTS.flatMap(({ explains = [] }) => explains));
  const rules = ALERTS.map(({ alert, expr, severity, part, summary, explains = [], ...alertRule }) => ({
    alert,
    expr,
    ...(alertRule.for === undefined ? {} : { for: alertRule.for }),
    ...(explains.length > 0 && !consequences.has(alert) ? { keep_firing_for: AFTERMATH } : {}),
    labels: { severity, part },
    annotations: { summary, runbook_url: `${RUNBOOK}#${alert.toLowerCase()}` },
  }));
  // One group: Prometheus evaluates it in this order, at one time.
  return { groups: [{ name: 'oracle-gateway', rules: [...RECORDS, ...rules] }] };
}

/**
 * The configuration of Alertmanager, as a value: one notification for each part and severity, none of what another alert explains. Pages are
 * sent at once and again each hour, tickets each twelve hours.
 */
export function alertmanagerConfig() {
  const inhibitions = ALERTS.filter(({ explains = [] }) => explains.length > 0).map(({ alert, explains }) => ({
    source_matchers: [`alertname="${alert}"`],
    target_matchers: [`alertname=~"${explains.join('|')}"`],
  }));
  return {
    route: {
      receiver: 'tickets',
      group_by: ['severity', 'part'],
      group_wait: '30s',
      group_interval: '5m',
      repeat_interval: '12h',
      routes: [
        { matchers: ['severity="page"'], receiver: 'pager', group_interval: '1m', repeat_interval: '1h' },
        { matchers: ['severity="heartbeat"'], receiver: 'none' },
      ],
    },
    inhibit_rules: inhibitions,
    receivers: [
      { name: 'pager', webhook_configs: [{ url_file: URL_FILE }] },
      { name: 'tickets', webhook_configs: [{ url_file: URL_FILE, send_resolved: false }] },
      { name: 'none' },
    ],
  };
}

/** Faults of the alerts among themselves: an alert without an end is explained by none, and what it explains is there. */
export function alertFaults(jobs) {
  const names = ALERTS.map(({ alert }) => alert);
  const dangling = ALERTS.flatMap(({ alert, explains = [] }) =>
    explains.filter((name) => !names.includes(name)).map((name) => `alerts.mjs: ${alert} explains ${name}, which is no alert`),
  );
  const watched = ALERTS.flatMap(({ gone }) => gone ?? []);
  const unwatched = jobs.filter((job) => !watched.includes(job)).map((job) => `alerts.mjs: no alert tells that the job ${job} is gone`);
  const circles = ALERTS.flatMap(({ alert, explains = [] }) =>
    ALERTS.filter((other) => explains.includes(other.alert) && other.explains?.includes(alert)).map(
      (other) => `alerts.mjs: ${alert} and ${other.alert} explain each other, so neither is told`,
    ),
  );
  return [...dangling, ...unwatched, ...circles];
}

/**
 * promtool's tests, a file for each time between two values: every alert fires under its one set of series, and not under the other.
 *
 * @param {string} rulesFile path of the rules
 */
export function alertTests(rulesFile) {
  return Object.entries(FIRES_AFTER).map(([interval, after]) => {
    const tests = ALERTS.filter(({ stepsOf = '1m', fires }) => stepsOf === interval && Object.keys(fires).length > 0).flatMap(
      ({ alert, fires, quiet }) => [
        ...[fires]
          .flat()
          .map((series) => testOf(`${alert} fires`, series, { interval, expected: firing(alert, after, [{ labels: '{}', value: 1 }]) })),
        testOf(`${alert} is quiet`, quiet, { interval, expected: firing(alert, after, []) }),
      ],
    );
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
