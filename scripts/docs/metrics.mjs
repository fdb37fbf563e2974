import { table } from './generated-blocks.mjs';

/** Metrics of the process itself, from prom-client: the page names them together. */
const OF_THE_PROCESS = /^(?:process|nodejs)_/;

/**
 * docs/configuration/: every metric of a process with its labels and its meaning.
 *
 * @param {{ getMetricsAsArray(): readonly { name: string, type: string, labelNames: readonly string[], help: string }[] }} registry of prom-client
 */
export function metricsTable(registry) {
  const metrics = registry.getMetricsAsArray().filter(({ name }) => !OF_THE_PROCESS.test(name));
  return table(['metric', 'kind', 'meaning'], metrics.map(row));
}

function row({ name, type, labelNames, help }) {
  const labels = labelNames.filter((label) => label !== 'le');
  return [`\`${name}${labels.length === 0 ? '' : `{${labels.join(',')}}`}\``, type, help];
}
