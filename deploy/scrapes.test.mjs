import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { scrapeFaults } from './scrapes.mjs';

const PORTS = { gateway: 9464, 'settlement-worker': 9464, 'oracle-node': 9464, keeper: 9464 };

function inputAfter(change) {
  const [compose, prometheus, alertmanager] = ['compose.yaml', 'prometheus/prometheus.yml', 'prometheus/alertmanager.yml'].map((path) =>
    parse(readFileSync(join(import.meta.dirname, path), 'utf8'), { merge: true }),
  );
  const input = { compose, prometheus, alertmanager, expressions: ['up{job="redis"} == 0'], ports: PORTS };
  change(input);
  return input;
}

function jobOf({ prometheus }, name) {
  return prometheus.scrape_configs.find(({ job_name: job }) => job === name);
}

test('what Prometheus asks, and where it tells, are services of the compose file', () => {
  assert.deepEqual(scrapeFaults(inputAfter(() => {})), []);
});

for (const [name, change, complaint] of [
  ['a target on another port', (input) => (jobOf(input, 'gateway').dns_sd_configs[0].port = 9465), /gateway:9465 is no listener/],
  ['an exporter on another port', (input) => (jobOf(input, 'redis').dns_sd_configs[0].port = 9120), /redis-exporter:9120 is no listener/],
  ['a target that is no service', (input) => (jobOf(input, 'keeper').dns_sd_configs[0].names = ['keepers']), /keepers:9464 is no listener/],
  [
    'an Alertmanager that is not there',
    ({ prometheus }) => (prometheus.alerting.alertmanagers[0].dns_sd_configs[0].port = 9094),
    /alertmanager:9094 is no listener/,
  ],
  [
    'a fixed target for any number of workers',
    (input) =>
      Object.assign(jobOf(input, 'settlement-worker'), { dns_sd_configs: [], static_configs: [{ targets: ['settlement-worker:9464'] }] }),
    /settlement-worker is asked as one process/,
  ],
  [
    'an alert of a job that is not scraped',
    ({ expressions }) => expressions.push('absent(up{job=~"gateway|bridge"})'),
    /has no job bridge/,
  ],
  [
    'a receiver without its secret',
    ({ compose }) => (compose.services.alertmanager.secrets = []),
    /alertmanager\.yml: \/run\/secrets\/\S+ is mounted from no secret/,
  ],
]) {
  test(`${name} is a fault`, () => {
    assert.match(scrapeFaults(inputAfter(change)).join('\n'), complaint);
  });
}
