/** The query of each ScaledObject over series whose answer is known. */
const CASES = {
  // Two workers that tell of the same records, and one that has no answer of Redis.
  'settlement-worker': {
    series: {
      'oracle_settlement_rounds{state="pending",instance="a"}': '1500x4',
      'oracle_settlement_rounds{state="pending",instance="b"}': '1500x4',
      'oracle_settlement_rounds{state="pending",instance="c"}': 'NaN NaN NaN NaN',
      'oracle_settlement_rounds{state="parked",instance="a"}': '200x4',
      'oracle_settlement_rounds{state="parked",instance="b"}': '200x4',
      'oracle_settlement_rounds{state="parked",instance="c"}': 'NaN NaN NaN NaN',
      'oracle_settlement_rounds{state="held",instance="a"}': '300x4',
      'oracle_settlement_rounds{state="held",instance="b"}': '300x4',
      'oracle_settlement_rounds{state="held",instance="c"}': 'NaN NaN NaN NaN',
    },
    value: 1_000,
  },
  // Two gateways: one had its rounds between the last two scrapes.
  gateway: {
    series: {
      'oracle_gateway_rounds_in_flight{instance="a"}': '0 0 0 20 20',
      'oracle_gateway_rounds_in_flight{instance="b"}': '0 0 45 7 7',
    },
    value: 65,
  },
};

/**
 * promtool's test of the queries that set the numbers of gateways and workers.
 *
 * @param {readonly any[]} manifests
 */
export function scalingTest(manifests) {
  const tests = Object.entries(scalingQueries(manifests)).map(([name, expr]) => ({
    interval: '30s',
    input_series: Object.entries(CASES[name].series).map(([series, values]) => ({ series, values })),
    promql_expr_test: [{ expr, eval_time: '90s', exp_samples: [{ labels: '{}', value: CASES[name].value }] }],
  }));
  return { rule_files: [], evaluation_interval: '30s', tests };
}

/**
 * @param {readonly any[]} manifests
 * @returns {Record<string, string>} by the names of the ScaledObjects
 */
export function scalingQueries(manifests) {
  const scaled = manifests.filter(({ kind }) => kind === 'ScaledObject');
  return Object.fromEntries(scaled.map(({ metadata, spec }) => [metadata.name, spec.triggers[0].metadata.query]));
}
