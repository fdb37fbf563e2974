import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redisCommand } from '../../../packages/dev-servers/dist/index.js';

const KEEPER = { what: 'keeper' };
/** Longer than a command of Redis may take. */
const STOPPED_MS = 8_000;
const ABOVE_USE = 1.02;

function portOf({ manifest }) {
  return Number(new URL(manifest.redisUrl).port);
}

export const REDIS_AND_KEEPER = [
  {
    situation: 'Redis stops for some seconds under load',
    pages: { OracleOutboxTrouble: async () => undefined },
    async make(room) {
      const { redis } = room.manifest.pids;
      process.kill(redis, 'SIGSTOP');
      await room.pause(STOPPED_MS);
      process.kill(redis, 'SIGCONT');
    },
  },
  {
    situation: 'Redis has nearly as many records as it may have',
    pages: {
      OracleRedisMemory: async (room) => {
        await room.type('OracleRedisMemory', 'oracle-gateway-admin plan --rounds-per-second <n>', { n: '1' });
        await room.type('OracleRedisMemory', 'redis-cli config set maxmemory 2gb');
      },
    },
    async make(room) {
      const info = String(await redisCommand(portOf(room), 'INFO memory'));
      const used = Number(/used_memory:(\d+)/.exec(info)?.[1]);
      await redisCommand(portOf(room), `CONFIG SET maxmemory ${Math.ceil(used * ABOVE_USE)}`);
    },
    end: (room) => redisCommand(portOf(room), 'CONFIG SET maxmemory 0'),
  },
  {
    situation: 'Redis cannot rewrite its append-only file',
    pages: {
      async OracleRedisDisk(room) {
        await rm(room.files.appended);
        await rename(`${room.files.appended}-away`, room.files.appended);
        await room.type('OracleRedisDisk', 'redis-cli bgrewriteaof');
      },
    },
    async make(room) {
      room.files.appended = join(room.drilled.state, 'redis', 'appendonlydir');
      await rename(room.files.appended, `${room.files.appended}-away`);
      // A missing folder would be made anew.
      await writeFile(room.files.appended, '');
      await redisCommand(portOf(room), 'BGREWRITEAOF').catch((error) => room.say(String(error.message)));
    },
  },
  {
    situation: 'a feed may cost one round a day',
    pages: {
      OracleKeeperSpent: (room) => room.type('OracleKeeperSpent', 'oracle-gateway-keeper plan --config keeper.toml'),
    },
    async make(room) {
      room.before = await room.reconfigure('keeper', KEEPER, (config) => {
        for (const feed of Object.values(config.feeds)) feed.max_per_day = 1;
      });
    },
    end: (room) => room.restore('keeper', KEEPER, room.before),
  },
];
