import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { exampleKeys } from '../scripts/package-commands.mjs';
import { HEALTH_CHECK, SERVICES, USER } from './image/services.mjs';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const LIMIT_MS = 300_000;
/** Time that a process may take to stop after its delay. */
const STOP_SECONDS = 10;
const MS = 1_000;

/** The configurations of containers, by the service that reads each. */
const FILES = { gateway: 'config/gateway/gateway.toml', worker: 'config/gateway/worker.toml', node: 'config/node/node.toml' };
/** Stand-in for an operator's environment. */
const ENVIRONMENT = { ORACLE_GATEWAY_RPC_URL: 'https://rpc.example', ORACLE_NODE_RPC_URL: 'https://rpc.example' };

/** Errors that the programs themselves report about the configurations. Needs a build. */
export async function configurationFaults() {
  const faults = await Promise.all(Object.entries(FILES).map(([name, path]) => checkConfig(SERVICES[name].app, path)));
  return faults.flat();
}

async function checkConfig(app, path) {
  const program = join(ROOT, 'apps', app, 'dist', 'standalone', 'main.js');
  const env = { ...process.env, ...exampleKeys(), ...ENVIRONMENT };
  const running = run(process.execPath, [program, 'check-config', '--config', join(import.meta.dirname, path)], { env, timeout: LIMIT_MS });
  return running.then(
    () => [],
    (error) => [`deploy/${path}: ${(error.stderr || error.message).trim()}`],
  );
}

/**
 * Where configurations, images, compose file, manifests and Prometheus disagree: on ports, paths, users, commands, on the time to stop.
 *
 * @param {{ compose: any, manifests: readonly any[], prometheus: any }} input parsed files
 * @returns {Promise<string[]>}
 */
export async function disagreements({ compose, manifests, prometheus }) {
  const read = async ([name, path]) => ({
    service: SERVICES[name],
    path,
    settings: parseToml(await readFile(join(import.meta.dirname, path), 'utf8')),
  });
  const configurations = await Promise.all(Object.entries(FILES).map(read));
  return [
    ...configurations.flatMap((configuration) => [
      ...portFaults(configuration),
      ...composeDisagreements(configuration, compose.services[configuration.service.app]),
      ...podDisagreements(configuration, manifests),
    ]),
    ...scrapeFaults(configurations, compose, prometheus),
  ];
}

function portFaults({ service, path, settings }) {
  const ports = [settings.server?.port, settings.metrics.port, settings.board?.port].filter((port) => port !== undefined);
  const healthPort = Number(new URL(service.healthUrl).port);
  return [
    ...(ports.join() === service.ports.join()
      ? []
      : [`deploy/${path}: listens on ${ports.join(', ')}, its image on ${service.ports.join(', ')}`]),
    ...(healthPort === (settings.server?.port ?? settings.metrics.port)
      ? []
      : [`deploy/${path}: does not listen on the port of its health check`]),
  ];
}

function composeDisagreements({ service, settings, path }, own) {
  const targets = own.configs.map(({ target }) => target);
  const grace = Number.parseInt(own.stop_grace_period, 10);
  const ports = (own.ports ?? []).map((port) => Number(port.split(':').at(-1)));
  return [
    ...(own.healthcheck.test.join() === ['CMD', ...HEALTH_CHECK].join()
      ? []
      : [`compose.yaml: ${service.app} has another health check than its image`]),
    ...(['user', 'entrypoint', 'command'].every((key) => own[key] === undefined)
      ? []
      : [`compose.yaml: ${service.app} has another user or command than its image`]),
    ...ports
      .filter((port) => !service.ports.includes(port))
      .map((port) => `compose.yaml: ${service.app} opens ${port}, and its image does not`),
    ...(targets.includes(service.configPath) ? [] : [`compose.yaml: ${service.app} reads ${service.configPath}, which is not mounted`]),
    ...(grace >= stopSeconds(settings)
      ? []
      : [`compose.yaml: ${service.app} has ${grace} s to stop, and ${path} needs ${stopSeconds(settings)}`]),
  ];
}

function podDisagreements({ service, settings, path }, manifests) {
  const image = `oracle-gateway/${service.app}`;
  const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? []);
  const pod = pods.find(({ containers }) => containers.some((container) => container.image === image));
  const [container] = pod.containers;
  const { terminationGracePeriodSeconds: grace } = pod;
  const ports = container.ports.map(({ containerPort }) => containerPort);
  const user = `${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`;
  const delayMs = settings.server?.shutdown_delay_ms ?? 0;
  const periodMs = (container.readinessProbe.periodSeconds ?? 10) * MS;
  const folder = container.volumeMounts.find(({ name }) => name === 'config').mountPath;
  return [
    ...(grace >= stopSeconds(settings) ? [] : [`${image}: has ${grace} s to stop, and ${path} needs ${stopSeconds(settings)}`]),
    ...(ports.join() === service.ports.join() ? [] : [`${image}: its manifest has ports ${ports.join(', ')}`]),
    ...(user === USER && container.command === undefined && container.args === undefined
      ? []
      : [`${image}: its manifest has another user or command`]),
    ...(service.configPath.startsWith(`${folder}/`)
      ? []
      : [`${image}: reads ${service.configPath}, and its configuration is in ${folder}`]),
    ...(delayMs === 0 || delayMs >= 2 * periodMs
      ? []
      : [`${image}: is asked for /ready each ${periodMs} ms, and stops after ${delayMs} ms`]),
  ];
}

function scrapeFaults(configurations, compose, prometheus) {
  const ports = Object.fromEntries(configurations.map(({ service, settings }) => [service.app, settings.metrics.port]));
  const targets = prometheus.scrape_configs.flatMap(({ static_configs: groups }) => groups.flatMap(({ targets }) => targets));
  return targets.flatMap((target) => {
    const [host, port] = target.split(':');
    const isThere = compose.services[host] !== undefined && Number(port) === ports[host];
    return isThere ? [] : [`prometheus.yml: ${target} is no listener of compose.yaml`];
  });
}

function stopSeconds(settings) {
  return (settings.server?.shutdown_delay_ms ?? 0) / MS + STOP_SECONDS;
}
