import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholenessFaults } from './wholeness.mjs';

const SECRETS = new Set(['rpc']);
const LABELS = { name: 'gateway' };

/** A small set that is whole. */
function inputSet() {
  const namespace = 'oracle-gateway';
  const container = {
    name: 'gateway',
    env: [{ name: 'URL', valueFrom: { secretKeyRef: { name: 'rpc', key: 'url' } } }],
    ports: [{ name: 'http', containerPort: 8080 }],
    startupProbe: { httpGet: { path: '/health', port: 'http' } },
    volumeMounts: [{ name: 'config' }, { name: 'mark', mountPath: '/run/mark' }],
  };
  return {
    workload: {
      kind: 'StatefulSet',
      metadata: { name: 'gateway', namespace },
      spec: {
        serviceName: 'gateway',
        selector: { matchLabels: LABELS },
        template: {
          metadata: { labels: LABELS },
          spec: { containers: [container], volumes: [{ name: 'config', configMap: { name: 'c' } }] },
        },
        volumeClaimTemplates: [{ metadata: { name: 'mark' } }],
      },
    },
    service: { kind: 'Service', metadata: { name: 'gateway', namespace }, spec: { selector: LABELS, ports: [{ targetPort: 'http' }] } },
    config: { kind: 'ConfigMap', metadata: { name: 'c', namespace }, data: { 'c.toml': 'mark_path = "/run/mark/mark.json"\n' } },
    budget: { kind: 'PodDisruptionBudget', metadata: { name: 'b', namespace }, spec: { selector: { matchLabels: LABELS } } },
    policy: {
      kind: 'NetworkPolicy',
      metadata: { name: 'p', namespace },
      spec: {
        podSelector: { matchLabels: LABELS },
        ingress: [{ from: [{ namespaceSelector: {} }], ports: [{ port: 'http' }] }],
        egress: [{ to: [{ podSelector: { matchLabels: LABELS } }], ports: [{ port: 53 }] }],
      },
    },
    monitor: {
      kind: 'PodMonitor',
      metadata: { name: 'm', namespace },
      spec: { selector: { matchLabels: LABELS }, podMetricsEndpoints: [{ port: 'http' }] },
    },
    scaled: {
      kind: 'ScaledObject',
      metadata: { name: 's', namespace },
      spec: { scaleTargetRef: { kind: 'StatefulSet', name: 'gateway' } },
    },
    cluster: { kind: 'Namespace', metadata: { name: namespace } },
  };
}

function faultsAfter(change) {
  const set = inputSet();
  change(set);
  return wholenessFaults(Object.values(set), SECRETS).join('\n');
}

test('a set whose names and selectors all lead somewhere is whole', () => {
  assert.equal(
    faultsAfter(() => {}),
    '',
  );
});

for (const [name, change, complaint] of [
  ['two namespaces', ({ service }) => (service.metadata.namespace = 'other'), /several namespaces: oracle-gateway, other/],
  ['a ConfigMap of another name', ({ config }) => (config.metadata.name = 'd'), /StatefulSet gateway: no ConfigMap is called c/],
  [
    'a Secret that no page tells to make',
    ({ workload }) => (workload.spec.template.spec.containers[0].env[0].valueFrom.secretKeyRef.name = 'rpcs'),
    /no Secret is called rpcs/,
  ],
  [
    'a projected Secret that no page tells to make',
    ({ workload }) => workload.spec.template.spec.volumes.push({ name: 'mark', projected: { sources: [{ secret: { name: 'keys' } }] } }),
    /no Secret is called keys/,
  ],
  [
    'a file that its configuration names and no volume brings',
    ({ config }) => (config.data['c.toml'] += 'password_path = "/run/redis/password"\n'),
    /StatefulSet gateway: mounts no \/run\/redis\/password, which c.toml names/,
  ],
  ['a mount without a volume', ({ workload }) => (workload.spec.volumeClaimTemplates = []), /no volume is called mark/],
  ['a volume without a mount', ({ workload }) => workload.spec.template.spec.containers[0].volumeMounts.pop(), /mounts no volume mark/],
  ['pods of another label', ({ workload }) => (workload.spec.template.metadata.labels = {}), /does not select its own pods/],
  ['a StatefulSet without its Service', ({ workload }) => (workload.spec.serviceName = 'other'), /no Service is called other/],
  [
    'a probe of a port that is not open',
    ({ workload }) => (workload.spec.template.spec.containers[0].startupProbe.httpGet.port = 'metrics'),
    /gateway is asked at a port metrics/,
  ],
  ['a Service that selects nothing', ({ service }) => (service.spec.selector = { name: 'other' }), /Service gateway: selects no pod/],
  [
    'a Service of a port that is not open',
    ({ service }) => (service.spec.ports[0].targetPort = 'metrics'),
    /Service gateway: no pod .* port metrics/,
  ],
  [
    'a budget that selects nothing',
    ({ budget }) => (budget.spec.selector.matchLabels = { name: 'other' }),
    /PodDisruptionBudget b: selects no pod/,
  ],
  [
    'a policy that selects nothing',
    ({ policy }) => (policy.spec.podSelector.matchLabels = { name: 'o' }),
    /NetworkPolicy p: selects no pod/,
  ],
  [
    'a policy of a port that is not open',
    ({ policy }) => (policy.spec.ingress[0].ports[0].port = 'metrics'),
    /NetworkPolicy p: .* port metrics/,
  ],
  [
    'a policy towards no pod',
    ({ policy }) => (policy.spec.egress[0].to[0].podSelector.matchLabels = { name: 'redis' }),
    /NetworkPolicy p: selects no pod/,
  ],
  [
    'a monitor of a port that is not open',
    ({ monitor }) => (monitor.spec.podMetricsEndpoints[0].port = 'metrics'),
    /PodMonitor m: .* port metrics/,
  ],
  ['a scale of what is not there', ({ scaled }) => (scaled.spec.scaleTargetRef.kind = 'Deployment'), /no Deployment is called gateway/],
  ['two masters of a number', ({ workload }) => (workload.spec.replicas = 2), /StatefulSet gateway has a number of replicas of its own/],
]) {
  test(`a set is not whole with ${name}`, () => {
    assert.match(faultsAfter(change), complaint);
  });
}
