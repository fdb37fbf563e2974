import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { disagreements } from './configurations.mjs';
import { manifestsOf } from './kubernetes/manifests.mjs';
import { ALERTS } from './prometheus/alerts.mjs';

const FOLDER = import.meta.dirname;

async function parsed() {
  const [compose, prometheus, alertmanager] = ['compose.yaml', 'prometheus/prometheus.yml', 'prometheus/alertmanager.yml'].map((path) =>
    parse(readFileSync(join(FOLDER, path), 'utf8'), { merge: true }),
  );
  const { manifests } = await manifestsOf(join(FOLDER, 'kubernetes'));
  return { compose, prometheus, alertmanager, manifests, expressions: ALERTS.map(({ expr }) => expr) };
}

async function disagreementsAfter(change) {
  const input = await parsed();
  change(input);
  return (await disagreements(input)).join('\n');
}

function podOf({ manifests }, name) {
  return manifests.find(({ metadata, spec }) => metadata.name === name && spec?.template !== undefined).spec.template.spec;
}

test('configurations, compose file, manifests and Prometheus agree', async () => {
  assert.deepEqual(await disagreements(await parsed()), []);
});

for (const [name, change, complaint] of [
  [
    'too little time to stop in Compose',
    ({ compose }) => (compose.services.gateway.stop_grace_period = '12s'),
    /gateway has 12 s to stop, and .* needs 15/,
  ],
  ['too little time to stop in Kubernetes', (input) => (podOf(input, 'gateway').terminationGracePeriodSeconds = 14), /has 14 s to stop/],
  [
    'a stop that the balancer does not see',
    (input) => (podOf(input, 'gateway').containers[0].readinessProbe.periodSeconds = 3),
    /each 3000 ms, and stops after 5000 ms/,
  ],
  [
    'a port that the program does not listen on',
    (input) => (podOf(input, 'oracle-node').containers[0].ports[0].containerPort = 7101),
    /ports 7101, 9464/,
  ],
  [
    'a configuration at another path',
    ({ compose }) => (compose.services.gateway.configs[0].target = '/etc/gateway.toml'),
    /which is not mounted/,
  ],
  [
    'a configuration in another folder',
    (input) => (podOf(input, 'settlement-worker').containers[0].volumeMounts[0].mountPath = '/etc/worker'),
    /is in \/etc\/worker/,
  ],
  [
    'another health check in Compose',
    ({ compose }) => (compose.services.gateway.healthcheck.test = ['CMD', 'curl', 'http://127.0.0.1:8080/health']),
    /gateway has another health check than its image/,
  ],
  ['another user in Compose', ({ compose }) => (compose.services.gateway.user = '0:0'), /gateway has another user or command/],
  ['another user in Kubernetes', (input) => (podOf(input, 'gateway').securityContext.runAsUser = 1000), /has another user or command/],
  [
    'a port in Compose that the image does not open',
    ({ compose }) => (compose.services['settlement-worker'].ports = ['127.0.0.1:3002:3002']),
    /settlement-worker opens 3002, and its image does not/,
  ],
  [
    'a secret that Compose does not mount',
    ({ compose }) => compose.services.keeper.secrets.pop(),
    /keeper has no \/run\/secrets\/keeper-account/,
  ],
  [
    'a secret that Kubernetes does not mount',
    (input) =>
      podOf(input, 'oracle-node')
        .volumes.find(({ projected }) => projected !== undefined)
        .projected.sources[1].secret.items.pop(),
    /oracle-node: its manifest has no \/run\/secrets\/node-encryption-key/,
  ],
  [
    'a mark on no volume of Compose',
    ({ compose }) => compose.services.gateway.volumes.pop(),
    /gateway has no \/var\/lib\/oracle-gateway\/mark\.json/,
  ],
  [
    'a mark on a volume that Kubernetes mounts to be read',
    (input) => (podOf(input, 'gateway').containers[0].volumeMounts.find(({ name }) => name === 'mark').readOnly = true),
    /gateway: its manifest has no \/var\/lib\/oracle-gateway\/mark\.json/,
  ],
  [
    'a gateway that is full before another starts',
    ({ manifests }) => {
      const isOfGateways = ({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === 'gateway';
      manifests.find(isOfGateways).spec.triggers[0].metadata.threshold = '33';
    },
    /starts a gateway at 33 rounds each; must be at most half of 64/,
  ],
]) {
  test(`${name} is a disagreement`, async () => {
    assert.match(await disagreementsAfter(change), complaint);
  });
}
