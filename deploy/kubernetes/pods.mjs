/** The template of a workload's pods; undefined: it has none. */
export function templateOf({ spec }) {
  return spec?.template ?? spec?.jobTemplate?.spec.template;
}

const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'];

/**
 * Rules that a pod of a manifest breaks, of the restricted profile of Kubernetes and of operators: probes, limits, time to stop.
 *
 * @param {any} manifest
 * @returns {string[]}
 */
export function podFaults(manifest) {
  const pod = templateOf(manifest)?.spec;
  if (pod === undefined) return [];
  // A pod of a job ends by itself: nothing asks it for health.
  const probes = manifest.kind === 'CronJob' ? [] : PROBES;
  const { securityContext = {} } = pod;
  return [
    ...faultsAmong({
      'the pod may run as root': securityContext.runAsNonRoot === true && securityContext.runAsUser > 0,
      'the pod has no seccomp profile': securityContext.seccompProfile?.type === 'RuntimeDefault',
      'the pod has a token of the API server': pod.automountServiceAccountToken === false,
      'the pod has no time to stop of its own': pod.terminationGracePeriodSeconds !== undefined,
    }),
    ...pod.containers.flatMap((container) => containerFaults(container, probes).map((fault) => `${container.name} ${fault}`)),
  ];
}

function containerFaults({ securityContext = {}, resources = {}, ...container }, probes) {
  return [
    ...faultsAmong({
      'can gain privileges': securityContext.allowPrivilegeEscalation === false,
      'has a root that it can write': securityContext.readOnlyRootFilesystem === true,
      'keeps capabilities': securityContext.capabilities?.drop?.join() === 'ALL' && securityContext.capabilities.add === undefined,
      'requests no processor or memory': resources.requests?.cpu !== undefined && resources.requests.memory !== undefined,
      'has no limit of memory': resources.limits?.memory !== undefined,
    }),
    ...probes.filter((probe) => container[probe] === undefined).map((probe) => `has no ${probe}`),
  ];
}

function faultsAmong(checks) {
  return Object.entries(checks).flatMap(([fault, holds]) => (holds ? [] : [fault]));
}
