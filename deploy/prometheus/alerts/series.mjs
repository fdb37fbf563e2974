/**
 * One alert. `page` wakes an operator, `ticket` waits for the morning. docs/runbook.md has a section for each.
 *
 * @typedef {object} Alert
 * @property {string} alert
 * @property {'page' | 'ticket' | 'heartbeat'} severity
 * @property {Part} part what is in trouble: one notification tells all alerts of a part
 * @property {string} expr
 * @property {string} [for]
 * @property {string} summary
 * @property {string} [gone] job of the process whose end it tells
 * @property {readonly string[]} [explains] alerts that follow from this one: it silences them while it fires
 * @property {'15s' | '1h'} [stepsOf] time between two values of its series; a minute unless told
 * @property {Series | readonly Series[]} fires series, or sets of them, under which it fires after thirty values (three hundred of an hour)
 * @property {Series} quiet series under which it does not
 *
 * @typedef {Readonly<Record<string, string>>} Series in promtool's form
 *
 * @typedef {'gateway' | 'rounds' | 'payments' | 'settlement' | 'nodes' | 'ledger' | 'redis' | 'feeds' | 'funds' | 'chains' | 'process' | 'watch'} Part
 */

/** Longer than any test checks. */
const FLAT = 'x300';

/** A gauge that has had one value from the start. */
export function steady(value) {
  return `${value}${FLAT}`;
}

/** A counter that has risen by so much in each step from the start. */
export function rising(step) {
  return `0+${step}${FLAT}`;
}

/** A series that begins with its event: nothing was scraped before. */
export function born(value) {
  return `_x20 ${value}${FLAT}`;
}

/**
 * A counter's rise in a window. A process may have counted before its first scrape: that is a rise too, where its job was scraped before the
 * window.
 *
 * @param {string} series selector of the counter
 */
export function rises(series, window) {
  return `increase(${series}[${window}]) > 0 or ((${series} > 0 unless ${series} offset ${window}) and on (job) group by (job) (up offset ${window}))`;
}

/**
 * A process of a job does not answer Prometheus. Or the job is not scraped at all, although the job `beside` is, or it was itself within a day.
 */
export function gone(job, beside) {
  const others = beside === undefined ? '' : `group(up{job="${beside}"}) or `;
  return `up{job="${job}"} == 0 or (absent(up{job="${job}"}) and on () (${others}group(max_over_time(up{job="${job}"}[1d]))))`;
}
