/** Two workers that tell of the same records, and one that has no answer of Redis. */
const SERIES = {
  'oracle_settlement_rounds{state="pending",instance="a"}': '1500x4',
  'oracle_settlement_rounds{state="pending",instance="b"}': '1500x4',
  'oracle_settlement_rounds{state="pending",instance="c"}': 'NaN NaN NaN NaN',
  'oracle_settlement_rounds{state="parked",instance="a"}': '200x4',
  'oracle_settlement_rounds{state="parked",instance="b"}': '200x4',
  'oracle_settlement_rounds{state="parked",instance="c"}': 'NaN NaN NaN NaN',
  'oracle_settlement_rounds{state="held",instance="a"}': '300x4',
  'oracle_settlement_rounds{state="held",instance="b"}': '300x4',
  'oracle_settlement_rounds{state="held",instance="c"}': 'NaN NaN NaN NaN',
};
const WAITING = 1_000;

/**
 * promtool's test of the query that sets the number of workers.
 *
 * @param {readonly any[]} manifests
 */
export function scalingTest(manifests) {
  const expr = scalingQuery(manifests);
  const inputs = Object.entries(SERIES).map(([series, values]) => ({ series, values }));
  const expected = [{ expr, eval_time: '3m', exp_samples: [{ labels: '{}', value: WAITING }] }];
  return { rule_files: [], evaluation_interval: '1m', tests: [{ interval: '1m', input_series: inputs, promql_expr_test: expected }] };
}

/** @param {readonly any[]} manifests */
export function scalingQuery(manifests) {
  return manifests.find(({ kind }) => kind === 'ScaledObject').spec.triggers[0].metadata.query;
}
