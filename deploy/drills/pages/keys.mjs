import { serveRound } from '../rounds.mjs';
import { newKey } from '../new-key.mjs';

const GATEWAY_KEY = 'A stolen gateway key';
const ADMINISTRATOR_KEY = 'A stolen administrator key';
const GUARDIAN_KEY = 'A stolen guardian key';
const DELAY_SECONDS = 600;
const LAMPORTS = 10_000_000_000n;

/** Announces a change, as a thief would; answers its digest. */
async function announce(room, words) {
  await room.typeAside(`admin ${words}`);
  const { announcedChanges } = JSON.parse(await room.typeAside('admin show --json'));
  return announcedChanges[0].digest;
}

export const KEYS = [
  {
    situation: "the gateway's key is stolen",
    // A gateway is started once in a settle window.
    needsNewWorld: true,
    pages: {
      [GATEWAY_KEY]: async (room) => {
        const account = room.manifest.gatewayPda;
        const before = await serveRound(room);
        const type = (command, values = {}) => room.type(GATEWAY_KEY, command, { account, ...values });
        await type('admin gateway emergency-stop --gateway <account>');
        const next = newKey();
        room.files['next.json'] = await room.keyFile('next', next.secretKey);
        room.world.ledger.airdrop(next.address, LAMPORTS);
        await type('admin gateway propose-key --gateway <account> --to <address of next.json>', { 'address of next.json': next.address });
        await type('admin gateway accept-key --gateway <account> --key next.json');
        await type('admin gateway update --gateway <account> --rent-to <address>', { address: next.address });
        const settings = (config) => {
          config.settlement.gateway_keypair_path = room.files['next.json'];
          config.settlement.gateway_account = account;
        };
        await room.rewrite('gateway', settings);
        await room.rewrite('worker-0', settings);
        room.say('gateway and worker get the next key; the worker is started');
        await room.world.restart({ what: 'worker', index: 0 });
        await type('admin gateway start --gateway <account>');
        await room.world.restart({ what: 'gateway' });
        const after = await serveRound(room);
        for (const round of [before, after]) await room.settled(round);
        room.say('a round that was served before the theft and one that was served after it are settled, under the next key');
      },
    },
  },
  {
    situation: "the administrator's key is stolen; changes wait for ten minutes, and a guardian is named",
    needsNewWorld: true,
    async make(room) {
      const guardian = newKey();
      room.guardian = await room.keyFile('guardian', guardian.secretKey);
      room.world.ledger.airdrop(guardian.address, LAMPORTS);
      await room.typeAside(`admin settings --additions-delay-seconds ${DELAY_SECONDS} --guardian ${guardian.address}`);
    },
    pages: {
      [ADMINISTRATOR_KEY]: async (room) => {
        const account = room.manifest.gatewayPda;
        const type = (command, values = {}) => room.type(ADMINISTRATOR_KEY, command, values);
        const foreign = await announce(room, 'settings --min-signers 1');
        await room.typeAside(`admin gateway stop --gateway ${account}`);
        room.say('the thief announces that one signer is enough, and stops the gateway');
        await type('admin show');
        await type('admin cancel-change --digest <digest>', { digest: foreign });
        const next = newKey();
        const nextFile = await room.keyFile('next-administrator', next.secretKey);
        room.world.ledger.airdrop(next.address, LAMPORTS);
        const handOver = () => type('admin hand-over --to <next administrator>', { 'next administrator': next.address });
        await handOver();
        await type('admin gateway start --gateway <account>', { account });
        await type('admin gateway propose-key --gateway <account> --to none', { account });
        await type('admin settings --min-signers <n>', { n: String(room.manifest.minSigners) });
        await type('admin treasury withdraw --to <token account>', { 'token account': room.tokenAccount() });
        room.world.ledger.advanceClock(DELAY_SECONDS + 1);
        room.say('the delay has passed');
        await handOver();
        room.keys.administrator = nextFile;
        await type('admin accept');
        await type('admin change-registry --remove <indices> --emergency', { indices: '4' });
        await type('admin show --json');
      },
    },
  },
  {
    situation: 'the key of the guardian is stolen',
    pages: {
      [GUARDIAN_KEY]: async (room) => {
        const next = newKey();
        const replace = () => room.type(GUARDIAN_KEY, 'admin settings --guardian <address>', { address: next.address });
        await replace();
        room.world.ledger.advanceClock(DELAY_SECONDS + 1);
        room.say('the delay has passed');
        await replace();
        const shown = await room.typeAside('admin show');
        if (!shown.includes(next.address)) throw new Error('the guardian is still the old one');
      },
    },
  },
];
