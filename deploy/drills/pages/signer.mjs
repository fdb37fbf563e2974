import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnTied } from '../../../packages/dev-servers/dist/index.js';
import { serveRound } from '../rounds.mjs';

const PROGRAM = fileURLToPath(new URL('../../signer/signer.mjs', import.meta.url));
const PAGE = 'OracleSignerFails';
const GATEWAY = { what: 'gateway' };
const WORKER = { what: 'worker', index: 0 };
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

/** The signer of deploy/signer with the gateway's key, under a policy that a drill changes. */
function createSigner({ drilled: { state }, say }) {
  const [socket, policy] = [join(state, 'signer.sock'), join(state, 'policy.json')];
  let child;
  return {
    setting: `unix:${socket}`,
    async start() {
      const args = ['--key', join(state, 'keys', 'gateway.json'), '--socket', socket, '--policy', policy];
      child = spawnTied(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      child.stdout.resume();
    },
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async allow(...programs) {
      await writeFile(policy, JSON.stringify({ programs }), { mode: 0o600 });
      if (child === undefined) return;
      child.kill('SIGHUP');
      say(`the policy names ${programs.join(', ') || 'no program'}, and the signer got SIGHUP`);
    },
  };
}

export const SIGNER = [
  {
    situation: 'gateway and worker have their key in a signer, which is killed',
    pages: {
      [PAGE]: async (room) => {
        const { signer } = room;
        const complaint = await room.type(PAGE, 'gateway check-config --config gateway.toml').then(
          () => 'nothing is wrong',
          (error) => error.message,
        );
        if (!complaint.includes('settlement.gateway_keypair_path: no signer listens at ')) throw new Error(`check-config: ${complaint}`);
        room.say('  settlement.gateway_keypair_path: no signer listens');
        const meanwhile = await serveRound(room);
        room.say('a round over open streams is served');
        await signer.start();
        await room.settled(meanwhile);
        room.say('the signer listens again, and the round is settled');

        await signer.allow(COMPUTE_BUDGET);
        const refused = await serveRound(room);
        await room.until(
          'settlements are refused',
          async () => (await room.query('oracle_settlement_signing_failures_total{failure="refused"} > 0')).length > 0,
        );
        await signer.allow(COMPUTE_BUDGET, room.manifest.programId);
        await room.settled(refused);
      },
    },
    async make(room) {
      await chmod(room.drilled.state, 0o700);
      room.signer = createSigner(room);
      await room.signer.allow(COMPUTE_BUDGET, room.manifest.programId);
      await room.signer.start();
      const inSigner = (config) => {
        config.settlement.gateway_keypair_path = room.signer.setting;
      };
      room.before = {
        gateway: await room.reconfigure('gateway', GATEWAY, inSigner),
        'worker-0': await room.reconfigure('worker-0', WORKER, inSigner),
      };
      await serveRound(room);
      await room.signer.kill();
    },
    async end(room) {
      await room.restore('gateway', GATEWAY, room.before.gateway);
      await room.restore('worker-0', WORKER, room.before['worker-0']);
      await room.signer.kill();
    },
  },
];
