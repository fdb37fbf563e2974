import { templateOf } from './pods.mjs';

/** Objects of no namespace. */
const OF_THE_CLUSTER = new Set(['Namespace']);
const NAMED_FILE = /^\w+_path = "(\/run\/[^"]+)"/gm;
const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'];

/**
 * Faults of a set of manifests that would be applied together: a name that leads nowhere, a selector that selects nothing, two namespaces.
 *
 * @param {readonly any[]} manifests as Kustomize renders them
 * @param {ReadonlySet<string>} secrets names of the Secrets that an operator makes
 * @returns {string[]}
 */
export function wholenessFaults(manifests, secrets) {
  const workloads = manifests.filter((manifest) => templateOf(manifest)?.spec !== undefined);
  const namesOf = (kind) => new Set(manifests.filter((manifest) => manifest.kind === kind).map(({ metadata }) => metadata.name));
  const made = { claims: namesOf('PersistentVolumeClaim'), configMaps: namesOf('ConfigMap'), services: namesOf('Service'), secrets };
  const texts = new Map(manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata, data = {} }) => [metadata.name, data]));
  return [
    ...namespaceFaults(manifests),
    ...workloads.flatMap((workload) => workloadFaults(workload, made).map((fault) => `${titleOf(workload)}: ${fault}`)),
    ...workloads.flatMap((workload) => unmountedFaults(workload, texts).map((fault) => `${titleOf(workload)}: ${fault}`)),
    ...manifests.flatMap((manifest) => selectionFaults(manifest, workloads).map((fault) => `${titleOf(manifest)}: ${fault}`)),
  ];
}

function namespaceFaults(manifests) {
  const used = new Set(manifests.filter(({ kind }) => !OF_THE_CLUSTER.has(kind)).map(({ metadata }) => metadata.namespace));
  return used.size === 1 ? [] : [`stands in several namespaces: ${[...used].join(', ')}`];
}

function workloadFaults(workload, made) {
  const { kind, spec } = workload;
  const { spec: pod, metadata } = templateOf(workload);
  const claims = (spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata.name);
  const volumes = [...(pod.volumes ?? []).map(({ name }) => name), ...claims];
  const mounted = pod.containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
  return [
    ...missing('ConfigMap', configMapsOf(pod), made.configMaps),
    ...missing('Secret', secretsOf(pod), made.secrets),
    ...missing('PersistentVolumeClaim', claimsOf(pod), made.claims),
    ...missing('volume', mounted, new Set(volumes)),
    ...volumes.filter((name) => !mounted.includes(name)).map((name) => `mounts no volume ${name}`),
    ...(kind === 'CronJob' || selects(spec.selector, metadata.labels) ? [] : ['does not select its own pods']),
    ...(kind === 'StatefulSet' ? missing('Service', [spec.serviceName], made.services) : []),
    ...pod.containers.flatMap(probeFaults),
  ];
}

/** Files of secrets that a configuration names and no volume of its pod brings. */
function unmountedFaults(workload, texts) {
  const { spec: pod } = templateOf(workload);
  const folders = pod.containers.flatMap(({ volumeMounts = [] }) => volumeMounts.flatMap(({ mountPath }) => mountPath ?? []));
  return configMapsOf(pod).flatMap((name) =>
    Object.entries(texts.get(name) ?? {}).flatMap(([file, text]) =>
      [...text.matchAll(NAMED_FILE)]
        .filter(([, path]) => !folders.some((folder) => path.startsWith(`${folder}/`)))
        .map(([, path]) => `mounts no ${path}, which ${file} names`),
    ),
  );
}

function claimsOf({ volumes = [] }) {
  return volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
}

function configMapsOf({ volumes = [] }) {
  return volumes.flatMap(({ configMap }) => configMap?.name ?? []);
}

function secretsOf({ volumes = [], containers }) {
  const read = containers.flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []));
  const projected = volumes.flatMap((volume) => (volume.projected?.sources ?? []).flatMap(({ secret }) => secret?.name ?? []));
  return [...volumes.flatMap(({ secret }) => secret?.secretName ?? []), ...projected, ...read];
}

function missing(what, used, made) {
  return [...new Set(used)].filter((name) => !made.has(name)).map((name) => `no ${what} is called ${name}`);
}

function probeFaults({ name, ports = [], ...container }) {
  const asked = PROBES.flatMap((probe) => container[probe]?.httpGet?.port ?? container[probe]?.tcpSocket?.port ?? []);
  const open = ports.map((port) => port.name);
  return [...new Set(asked)]
    .filter((port) => !open.includes(port))
    .map((port) => `${name} is asked at a port ${port} that it does not open`);
}

/** Faults of an object that points at pods: by a selector, with the ports that it names there; or by kind and name. */
function selectionFaults({ kind, spec }, workloads) {
  switch (kind) {
    case 'Service':
      return reachFaults({ matchLabels: spec.selector }, workloads, portNames(spec.ports.map(({ targetPort }) => targetPort)));
    case 'PodDisruptionBudget':
      return reachFaults(spec.selector, workloads, []);
    case 'NetworkPolicy':
      return policyFaults(spec, workloads);
    case 'PodMonitor':
      return reachFaults(spec.selector, workloads, portNames(spec.podMetricsEndpoints.map(({ port }) => port)));
    case 'ScaledObject':
      return scaleFaults(spec, workloads);
    default:
      return [];
  }
}

function policyFaults({ podSelector, ingress = [], egress = [] }, workloads) {
  const peers = [...ingress.flatMap(({ from = [] }) => from), ...egress.flatMap(({ to = [] }) => to)];
  const ownPeers = peers.filter((peer) => peer.podSelector !== undefined && peer.namespaceSelector === undefined);
  const toPods = egress.filter(({ to = [] }) => to.some((peer) => peer.podSelector !== undefined));
  return [
    ...reachFaults(podSelector, workloads, portNames(ingress.flatMap(({ ports = [] }) => ports.map(({ port }) => port)))),
    ...ownPeers.flatMap((peer) => reachFaults(peer.podSelector, workloads, [])),
    ...toPods.flatMap(({ to, ports = [] }) => reachFaults(to[0].podSelector, workloads, portNames(ports.map(({ port }) => port)))),
  ];
}

function scaleFaults({ scaleTargetRef: { kind = 'Deployment', name } }, workloads) {
  const target = workloads.find((workload) => workload.kind === kind && workload.metadata.name === name);
  if (target === undefined) return [`no ${kind} is called ${name}`];
  return target.spec.replicas === undefined ? [] : [`${kind} ${name} has a number of replicas of its own`];
}

function portNames(ports) {
  return ports.filter((port) => typeof port === 'string');
}

function reachFaults(selector, workloads, ports) {
  const reached = workloads.filter((workload) => selects(selector, templateOf(workload).metadata.labels));
  if (reached.length === 0) return ['selects no pod'];
  const open = new Set(
    reached.flatMap((workload) => templateOf(workload).spec.containers.flatMap(({ ports: opened = [] }) => opened.map(({ name }) => name))),
  );
  return ports.filter((port) => !open.has(port)).map((port) => `no pod that it selects opens a port ${port}`);
}

/** Selectors here have labels alone. */
function selects({ matchLabels = {} }, labels) {
  return Object.entries(matchLabels).every(([name, value]) => labels[name] === value);
}

function titleOf({ kind, metadata }) {
  return `${kind} ${metadata.name}`;
}
