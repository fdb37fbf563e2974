/** Grafana fills in at least four scrapes. */
export const RATE = '$__rate_interval';

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} unit as Grafana names it
 * @property {readonly (readonly [legend: string, expr: string])[]} queries
 *
 * @typedef {object} Dashboard
 * @property {string} uid also the name of its file
 * @property {string} title
 * @property {Readonly<Record<string, readonly Panel[]>>} rows
 */

/**
 * The median and the slowest hundredth of a histogram.
 *
 * @param {string} metric
 * @param {string} [by] a label
 */
export function quantiles(metric, by) {
  return ['0.5', '0.99'].map((quantile) => [
    `p${Number(quantile) * 100}${by === undefined ? '' : ` {{${by}}}`}`,
    `histogram_quantile(${quantile}, sum by (le${by === undefined ? '' : `, ${by}`}) (rate(${metric}_bucket[${RATE}])))`,
  ]);
}

/**
 * Events a second, by labels.
 *
 * @param {string} metric
 * @param {readonly string[]} labels
 */
export function rates(metric, labels) {
  return [labels.map((label) => `{{${label}}}`).join(' '), `sum by (${labels.join(', ')}) (rate(${metric}[${RATE}]))`];
}
