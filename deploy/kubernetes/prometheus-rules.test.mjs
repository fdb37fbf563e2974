import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALERTS } from '../prometheus/alerts.mjs';
import { operatorsOf, prometheusRules } from './prometheus-rules.mjs';

for (const [expr, operators] of [
  ['oracle_node_thread_failures_total > 0', ['node']],
  ['up{job="oracle-node"} == 0', ['node']],
  ['oracle_keeper_up == 0', ['keeper']],
  ['redis_memory_used_bytes > 1', ['gateway', 'keeper']],
  ['up{job=~"settlement-worker"} == 0', ['gateway']],
  ['oracle_gateway_rounds_in_flight > 60', ['gateway']],
  ['oracle:purse_lamports < 1', ['gateway']],
  ['oracle_gateway_ready == 0 or redis_up == 0', ['gateway', 'keeper']],
  ['nodejs_eventloop_lag_p99_seconds > 1', ['gateway', 'keeper', 'node']],
]) {
  test(`${expr} is for ${operators.join(', ')}`, () => {
    assert.deepEqual(operatorsOf(expr), operators);
  });
}

test('each alert is in the rules of an operator', () => {
  const given = Object.values(prometheusRules()).flatMap(({ spec }) => spec.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)));
  assert.deepEqual(
    ALERTS.map(({ alert }) => alert).filter((alert) => !given.includes(alert)),
    [],
  );
});
