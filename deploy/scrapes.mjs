/** `job="gateway"`, and `job=~"gateway|keeper"`. */
const OF_A_JOB = /\bjob=~?"([^"]+)"/g;

/**
 * Disagreements between Prometheus, Alertmanager and the compose file:
 *
 * - A target that is no listener of a service.
 * - A service that is asked as one process, however many there are.
 * - A job that an alert asks for, and that is not scraped.
 * - A receiver's secret that is not mounted.
 *
 * @param {object} input
 * @param {any} input.compose parsed
 * @param {any} input.prometheus parsed `prometheus.yml`
 * @param {any} input.alertmanager parsed `alertmanager.yml`
 * @param {readonly string[]} input.expressions of alerts
 * @param {Readonly<Record<string, number>>} input.ports metrics listeners of our services
 * @returns {string[]}
 */
export function scrapeFaults({ compose, prometheus, alertmanager, expressions, ports }) {
  const { scrape_configs: scrapes, alerting } = prometheus;
  const jobs = new Set(scrapes.map(({ job_name: name }) => name));
  const asked = new Set(expressions.flatMap((expr) => [...expr.matchAll(OF_A_JOB)].flatMap(([, names]) => names.split('|'))));
  return [
    ...[...scrapes, ...alerting.alertmanagers].flatMap(targetsOf).flatMap((target) => targetFaults(target, { compose, ports })),
    ...[...asked].filter((job) => !jobs.has(job)).map((job) => `prometheus.yml: has no job ${job}, which an alert asks for`),
    ...unmountedSecrets(alertmanager, compose.services.alertmanager),
  ];
}

function targetsOf({ static_configs: fixed = [], dns_sd_configs: byName = [] }) {
  return [
    ...fixed
      .flatMap(({ targets }) => targets)
      .map((target) => ({ host: target.split(':')[0], port: Number(target.split(':')[1]), isOne: true })),
    ...byName.flatMap(({ names, type, port }) => names.map((host) => ({ host, port, isOne: type !== 'A' }))),
  ];
}

function targetFaults({ host, port, isOne }, { compose, ports }) {
  const service = compose.services[host];
  if (service === undefined || !listenersOf(service, ports[host]).includes(port))
    return [`prometheus.yml: ${host}:${port} is no listener of compose.yaml`];
  return isOne ? [`prometheus.yml: ${host} is asked as one process; name it in dns_sd_configs with type A`] : [];
}

/** Ports that a service of the compose file listens on: ours by its configuration, others by their health check and open ports. */
function listenersOf({ healthcheck, ports = [] }, metricsPort) {
  if (metricsPort !== undefined) return [metricsPort];
  const checked = healthcheck.test.flatMap((word) => (URL.canParse(word) ? [Number(new URL(word).port)] : []));
  return [...checked, ...ports.map((port) => Number(port.split(':').at(-1)))];
}

/** Files of secrets that receivers name, and that no secret of the compose file is mounted at. */
function unmountedSecrets({ receivers }, { secrets }) {
  const mounted = new Set(secrets.map(({ target }) => `/run/secrets/${target}`));
  return filesIn(receivers)
    .filter((path) => !mounted.has(path))
    .map((path) => `alertmanager.yml: ${path} is mounted from no secret of compose.yaml`);
}

/** Values of all keys that end with `_file`, at any depth. */
function filesIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key.endsWith('_file') ? [inner] : filesIn(inner)));
}
