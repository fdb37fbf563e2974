import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrFetchRedis, launchRedisCluster, launchRedisSentinels, launchRedisServer } from '@oracle-gateway/dev-servers';
import { createTestAuthority } from '@oracle-gateway/dev-servers/test-authority';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  connectRedis,
  createSettlementQueue,
  type OutboxLocation,
  type ServerPlace,
  SETTLEMENT_QUEUE,
  settlementQueuePrefix,
  type TlsFiles,
} from '../../src/index.js';
import { openRival, RivalLoad, sampleAddress, sampleRoundId } from '../../src/testing/index.js';

interface Stoppable {
  stop(): Promise<void>;
}

let folder: string;
let files: Awaited<ReturnType<typeof makeFiles>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-tls-'));
  files = await makeFiles();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function makeFiles() {
  const authority = await createTestAuthority(folder);
  const stranger = await createTestAuthority(folder, 'stranger');
  const [server, elsewhere] = [await authority.issue('127.0.0.1'), await authority.issue('elsewhere.example')];
  const read = (path: string) => readFile(path, 'utf8');
  const own = { certificate: await read(server.certificatePath), key: await read(server.keyPath) };
  return { server, elsewhere, ca: await read(authority.caPath), strangeCa: await read(stranger.caPath), own };
}

function ends<T extends Stoppable>(servers: T): T {
  onTestFinished(() => servers.stop());
  return servers;
}

async function launchOptions(name: string, tls = files.server) {
  return { ...(await findOrFetchRedis()), dataDir: join(folder, name), tls };
}

function tlsPlaces(servers: readonly { readonly tlsPort: number }[]): readonly ServerPlace[] {
  return servers.map(({ tlsPort: port }) => ({ host: '127.0.0.1', port }));
}

function oneServer(port: number, tls: TlsFiles): OutboxLocation {
  return { kind: 'server', url: `rediss://127.0.0.1:${port}`, tls };
}

/** Serves rounds, and wakes a worker as the settlement worker listens: on a blocking connection of its own. */
async function expectServed(location: OutboxLocation): Promise<void> {
  const gateway = sampleAddress();
  const rival = openRival(location, 0, gateway);
  const blocking = connectRedis(location, { blocking: true });
  const queue = createSettlementQueue({ redis: rival.redis, gateway, onWakeFailure: (error) => expect.unreachable(String(error)) });
  const load = new RivalLoad([rival]);
  await load.untilServed(3);
  await load.end();
  expect(await load.faults(rival.outbox)).toEqual({ lost: [], twice: [] });
  const roundId = sampleRoundId();
  await queue.wake(roundId);
  const consumer = { connection: blocking, prefix: settlementQueuePrefix(gateway) };
  const worker = new Worker(SETTLEMENT_QUEUE, null, consumer);
  const job = await worker.getNextJob('test');
  expect(job.data).toEqual({ roundId });
  await worker.close(true);
  await queue.close();
  blocking.disconnect();
  rival.close();
}

/** The first error of TLS that the connection tells. */
async function troubleOf(location: OutboxLocation): Promise<unknown> {
  return new Promise((resolve) => {
    const redis = connectRedis(location, {
      onError: (error) => {
        if (error.name === 'OutboxTlsError') resolve(error);
      },
    });
    onTestFinished(() => redis.disconnect());
  });
}

it('one server serves by TLS, with a certificate of the process where it asks for one', async () => {
  const { ca, strangeCa, own } = files;
  const server = ends(await launchRedisServer(await launchOptions('one', { ...files.server, asksClients: true })));
  await expectServed(oneServer(server.tlsPort, { ca, ...own }));

  expect(await troubleOf(oneServer(server.tlsPort, { ca }))).toMatchObject({
    message: expect.stringContaining('redis.tls_certificate_path') as string,
  });
  for (const location of [oneServer(server.tlsPort, { ca: strangeCa }), `rediss://127.0.0.1:${server.tlsPort}`]) {
    expect(await troubleOf(location)).toMatchObject({
      code: 'SELF_SIGNED_CERT_IN_CHAIN',
      message: expect.stringMatching(/not from a known authority; name the file of its authority in redis\.tls_ca_path$/) as string,
    });
  }
});

it('a server whose certificate is for another host is refused', async () => {
  const server = ends(await launchRedisServer(await launchOptions('elsewhere', files.elsewhere)));
  const trouble = await troubleOf(oneServer(server.tlsPort, { ca: files.ca }));
  expect(trouble).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: expect.stringContaining('for another host') as string });
});

it('a Cluster serves by TLS, and a certificate that is not verified is told', async () => {
  const cluster = ends(await launchRedisCluster({ ...(await launchOptions('cluster')), replicasPerPrimary: 0 }));
  const location = (ca: string) => ({ kind: 'cluster' as const, nodes: tlsPlaces(cluster.servers), tls: { ca } });
  await expectServed(location(files.ca));
  expect(await troubleOf(location(files.strangeCa))).toMatchObject({ message: expect.stringContaining('redis.tls_ca_path') as string });
});

it('Sentinels serve by TLS and follow a failover, and a certificate that is not verified is told', async () => {
  const world = ends(
    await launchRedisSentinels({ ...(await launchOptions('sentinels')), replicas: 2, settings: { 'min-replicas-to-write': '1' } }),
  );
  const { name } = world;
  const sentinels = tlsPlaces(world.sentinels);
  const location = (ca: string, sentinelCa = ca): OutboxLocation => ({
    kind: 'sentinel',
    name,
    sentinels,
    tls: { ca },
    sentinelTls: { ca: sentinelCa },
  });
  await expectServed(location(files.ca));
  for (const wrong of [location(files.ca, files.strangeCa), location(files.strangeCa, files.ca)]) {
    expect(await troubleOf(wrong)).toMatchObject({ message: expect.stringContaining('redis.tls_ca_path') as string });
  }
  // One replica has each served round: without that, the failover may forget the last, which the rival would notice.
  const rival = openRival(location(files.ca), 1);
  onTestFinished(() => rival.close());
  const load = new RivalLoad([rival]);
  await load.untilServed(3);
  process.kill((await world.primary()).pid, 'SIGKILL');
  await load.untilServedAnew();
  await load.end();
});
