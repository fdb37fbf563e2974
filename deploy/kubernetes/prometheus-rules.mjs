import { alertRules } from '../prometheus/rules.mjs';

/** Programs that may run alone in a cluster: another's alerts would tell of what its operator does not run. */
const OPERATED = ['gateway', 'keeper', 'node'];
/** Operators of what an expression asks for, by the beginning of a metric's name or by the job. */
const OPERATORS = [
  { asks: /\boracle_node_|\bjob=~?"oracle-node"/, by: ['node'] },
  { asks: /\boracle_keeper_|\bjob=~?"keeper"/, by: ['keeper'] },
  { asks: /\bredis_|\bjob=~?"redis"/, by: ['gateway', 'keeper'] },
  { asks: /\boracle_(?!node_|keeper_)|\boracle:|\bjob=~?"(?:gateway|settlement-worker)"/, by: ['gateway'] },
];

/**
 * The rules of Prometheus as the Prometheus operator takes them, for each program that has an operator of its own.
 *
 * @returns {Record<string, object>} manifests by the names of their components
 */
export function prometheusRules() {
  const { groups } = alertRules();
  const rulesOf = (program) =>
    groups
      .map(({ rules, ...group }) => ({ ...group, rules: rules.filter(({ expr }) => operatorsOf(expr).includes(program)) }))
      .filter(({ rules }) => rules.length > 0);
  return Object.fromEntries(OPERATED.map((program) => [program, prometheusRule(program, rulesOf(program))]));
}

function prometheusRule(program, groups) {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: `oracle-gateway-${program}` },
    spec: { groups },
  };
}

/**
 * Operators who need an alert: each whose programs it asks about, and all where it asks about any process. An expression finds nothing of
 * what a cluster does not have.
 *
 * @param {string} expr
 * @returns {readonly string[]}
 */
export function operatorsOf(expr) {
  const found = OPERATORS.filter(({ asks }) => asks.test(expr));
  return found.length === 0 ? OPERATED : [...new Set(found.flatMap(({ by }) => by))].sort();
}
