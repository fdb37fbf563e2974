import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { manifestFaults, manifestsOf, parseManifests } from './manifests.mjs';

const FOLDER = import.meta.dirname;

function faultsWith(path, part, replacement) {
  const text = readFileSync(join(FOLDER, path), 'utf8');
  assert.ok(text.includes(part), part);
  return parseManifests(text.replace(part, replacement)).flatMap(manifestFaults).join('\n');
}

test('the manifests have no fault', async () => {
  const { faults, count } = await manifestsOf(FOLDER);
  assert.deepEqual(faults, []);
  assert.ok(count > 15);
});

for (const [name, path, part, replacement, complaint] of [
  [
    'a key that Kubernetes lacks',
    'gateway/gateway.yaml',
    'automountServiceAccountToken',
    'automountToken',
    /spec\.automountToken is unknown/,
  ],
  ['a key that a probe lacks', 'gateway/gateway.yaml', 'failureThreshold: 30', 'failures: 30', /startupProbe\.failures is unknown/],
  ['a value of a wrong type', 'keeper/keeper.yaml', 'replicas: 2', 'replicas: two', /replicas/],
  [
    'a required key that is missing',
    'gateway/gateway.yaml',
    '  selector: { matchLabels: { app.kubernetes.io/name: gateway } }\n  # None',
    '  # None',
    /selector/,
  ],
  ['a kind of another group', 'gateway/gateway.yaml', 'policy/v1', 'policy/v1beta1', /has no such kind/],
  ['a pod that may be root', 'node/node.yaml', 'runAsNonRoot: true', 'runAsNonRoot: false', /may run as root/],
  ['a writable root', 'node/node.yaml', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false', /has a root that it can write/],
  ['a container without a limit of memory', 'redis/redis.yaml', 'limits: { memory: 2Gi }', 'limits: { cpu: 1 }', /has no limit of memory/],
  ['a key that KEDA lacks', 'gateway/scaling.yaml', 'maxReplicaCount', 'maxReplicas', /ScaledObject\.spec\.maxReplicas is unknown/],
  ['a trigger without its data', 'gateway/scaling.yaml', '      metadata:', '      other:', /metadata/],
  ['a number where KEDA has texts', 'gateway/scaling.yaml', "threshold: '400'", 'threshold: 400', /threshold/],
  [
    'a key that the Prometheus operator lacks',
    'components/monitors/pods.yaml',
    'podMetricsEndpoints',
    'podMetricEndpoints',
    /PodMonitor\.spec\.podMetricEndpoints is unknown/,
  ],
  ['a rule without an expression', 'components/alerts/node/rules.yaml', 'expr:', 'expression:', /expr/],
  ['a secret', 'gateway/namespace.yaml', 'kind: Namespace', 'kind: Secret', /holds a secret/],
]) {
  test(`${name} is a fault`, () => {
    assert.match(faultsWith(path, part, replacement), complaint);
  });
}
