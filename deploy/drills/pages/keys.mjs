import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatAddress, fromHex, parseAddress } from '../../../packages/protocol/dist/index.js';
import { serveRound } from '../rounds.mjs';
import { newKey } from '../new-key.mjs';
import { askNode } from '../signed-call.mjs';
import { sendsAs, tryMoves } from '../thief.mjs';
import { moveLamports } from '../transfer-lamports.mjs';

const GATEWAY_KEY = 'A stolen gateway key';
const ROTATOR_KEY = 'A stolen rotator key';
const ADMINISTRATOR_KEY = 'A stolen administrator key';
const GUARDIAN_KEY = 'A stolen guardian key';
const PAYER_KEY = 'A stolen payer key';
const ANNOUNCED = 'OracleChangeAnnounced';
const DELAY_SECONDS = 600;
const LAMPORTS = 10_000_000_000n;
/** The program's refusal of a signer. */
const WRONG_SIGNER = /WrongAuthority/;
const NODE_REFUSES = /the node answers 401/;

/** Announces a change, as a thief would; answers its digest. */
async function announce(room, words) {
  await room.typeAside(`admin ${words}`);
  const { announcedChanges } = JSON.parse(await room.typeAside('admin show --json'));
  return announcedChanges[0].digest;
}

async function fundedKey(room, name) {
  const key = newKey();
  room.world.ledger.airdrop(key.address, LAMPORTS);
  return { address: key.address, file: await room.keyFile(name, key.secretKey) };
}

function keyOf({ drilled }, name) {
  return join(drilled.state, 'keys', `${name}.json`);
}

async function addressOf(file) {
  return formatAddress(Uint8Array.from(JSON.parse(await readFile(file, 'utf8'))).slice(32));
}

/** Moves of the thief of a key: what an administrator, a rotator or a guardian may send. */
function movesOf(room, file) {
  const sends = sendsAs(room, file);
  const { manifest } = room;
  const [mint, destination] = [manifest.usdcMint, room.tokenAccount()].map(parseAddress);
  return {
    proposesKey: (to) => sends('proposeGatewayAuthority', (signer) => ({ signer, newAuthority: parseAddress(to) })),
    takesRent: (to) => sends('updateGateway', (signer) => ({ signer, rotator: null, rentTo: parseAddress(to) })),
    takesTreasury: sends('withdrawTreasury', (authority) => ({ authority, destination, mint, amountAtomic: 0n })),
    stopsGateway: sends('setGatewayStatus', (authority) => ({ authority, status: 'inactive' })),
    handsOver: (to) => sends('proposeAuthority', (authority) => ({ authority, newAuthority: parseAddress(to) })),
    cancels: (digest) => sends('cancelChange', (signer) => ({ signer, digest: fromHex(digest, 32) })),
  };
}

/** The accounts that pay for settlements, as the gateway tells them. */
async function announcedPayers({ manifest }) {
  const { data } = await (await fetch(`${manifest.gatewayUrl}/v1/info`)).json();
  return data.payers;
}

/** Names the files of the accounts that pay, restarts the worker, and waits until the gateway counts these and no others. */
async function paysWith(room, payers) {
  await room.rewrite('worker-0', ({ settlement }) => (settlement.payer_keypair_paths = payers.map(({ file }) => file)));
  await room.world.restart({ what: 'worker', index: 0 });
  const expected = payers.map(({ address }) => address).toSorted();
  await room.until('the gateway counts these payers', async () => `${(await announcedPayers(room)).toSorted()}` === `${expected}`);
}

export const KEYS = [
  {
    situation: "the gateway's key is stolen",
    // A gateway is started once in a settle window.
    needsNewWorld: true,
    pages: {
      [GATEWAY_KEY]: async (room) => {
        const account = room.manifest.gatewayPda;
        const own = keyOf(room, 'gateway');
        const thief = await fundedKey(room, 'thief');
        const moves = movesOf(room, own);
        const asks = () => askNode(room.manifest, own);
        const cannot = {
          'exchanges the key': [moves.proposesKey(thief.address), WRONG_SIGNER],
          'has the rent for itself': [moves.takesRent(thief.address), WRONG_SIGNER],
          'takes the treasury': [moves.takesTreasury, WRONG_SIGNER],
          'makes itself the administrator': [moves.handsOver(thief.address), WRONG_SIGNER],
        };
        await tryMoves(room, { succeed: { 'has a node serve its requests': asks }, refused: cannot });
        const before = await serveRound(room);
        const type = (command, values = {}) => room.type(GATEWAY_KEY, command, { account, ...values });
        await type('admin gateway emergency-stop --gateway <account>');
        await room.until('nodes refuse the gateway', () =>
          asks().then(
            () => false,
            ({ message }) => NODE_REFUSES.test(message),
          ),
        );
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
        await tryMoves(room, { refused: { 'has a node serve its requests': [asks, NODE_REFUSES], ...cannot } });
      },
    },
  },
  {
    situation: 'the key of an account that pays for settlements is stolen, and another account pays as well',
    needsNewWorld: true,
    async make(room) {
      room.payers = [await fundedKey(room, 'payer-0'), await fundedKey(room, 'payer-1')];
      await paysWith(room, room.payers);
    },
    pages: {
      [PAYER_KEY]: async (room) => {
        const [stolen, other] = room.payers;
        const thief = await fundedKey(room, 'thief');
        const moves = movesOf(room, stolen.file);
        const cannot = {
          'has a node serve its requests': [() => askNode(room.manifest, stolen.file), NODE_REFUSES],
          'exchanges the key of the gateway': [moves.proposesKey(thief.address), WRONG_SIGNER],
          'has the rent for itself': [moves.takesRent(thief.address), WRONG_SIGNER],
          'stops the gateway': [moves.stopsGateway, WRONG_SIGNER],
          'takes the treasury': [moves.takesTreasury, WRONG_SIGNER],
        };
        const before = await serveRound(room);
        const takes = () => moveLamports(room, stolen.file, thief.address);
        // Each move takes a fee.
        await tryMoves(room, { refused: cannot });
        await tryMoves(room, { succeed: { 'takes the lamports of the account': takes } });
        for (const round of [before, await serveRound(room)]) await room.settled(round);
        room.say('a round that was served before the theft and one that was served after it are settled: the other account pays');
        const next = await fundedKey(room, 'payer-2');
        await paysWith(room, [other, next]);
        const shown = await room.type(PAYER_KEY, 'settlement-worker check-config --config worker.toml');
        if (shown.includes(stolen.address) || !shown.includes(next.address)) throw new Error('the worker has other accounts that pay');
        room.world.ledger.airdrop(stolen.address, LAMPORTS);
        const round = await serveRound(room);
        await room.settled(round);
        const { lamports } = room.world.ledger.account(parseAddress(stolen.address));
        room.say(`the stolen account has ${lamports} lamports and pays for nothing`);
        await tryMoves(room, { refused: cannot });
      },
    },
  },
  {
    situation: "the key of a gateway's rotator is stolen",
    needsNewWorld: true,
    async make(room) {
      room.rotator = await fundedKey(room, 'rotator');
      await room.typeAside(`admin gateway update --gateway ${room.manifest.gatewayPda} --rotator ${room.rotator.address}`);
    },
    pages: {
      [ROTATOR_KEY]: async (room) => {
        const account = room.manifest.gatewayPda;
        const thief = await fundedKey(room, 'thief');
        const moves = movesOf(room, room.rotator.file);
        const takesOver = moves.proposesKey(thief.address);
        const cannot = {
          'has a node serve its requests': [() => askNode(room.manifest, room.rotator.file), NODE_REFUSES],
          'stops the gateway': [moves.stopsGateway, WRONG_SIGNER],
          'takes the treasury': [moves.takesTreasury, WRONG_SIGNER],
        };
        await tryMoves(room, {
          succeed: {
            'proposes a key of its own': takesOver,
            'accepts with it': sendsAs(room, thief.file)('acceptGatewayAuthority', (pendingAuthority) => ({ pendingAuthority })),
            'has a node serve its requests': () => askNode(room.manifest, thief.file),
          },
          refused: cannot,
        });
        const type = (command, values = {}) => room.type(ROTATOR_KEY, command, { account, ...values });
        const next = await fundedKey(room, 'next-rotator');
        const own = await addressOf(keyOf(room, 'gateway'));
        await type('admin gateway update --gateway <account> --rotator <address>', { address: next.address });
        await type('admin gateway propose-key --gateway <account> --to <key of the gateway>', { 'key of the gateway': own });
        room.files['gateway.json'] = keyOf(room, 'gateway');
        await type('admin gateway accept-key --gateway <account> --key gateway.json');
        await type('admin gateway update --gateway <account> --rent-to <address>', { address: own });
        await room.until('nodes refuse the thief', () =>
          askNode(room.manifest, thief.file).then(
            () => false,
            ({ message }) => NODE_REFUSES.test(message),
          ),
        );
        await tryMoves(room, { refused: { 'proposes a key of its own': [takesOver, WRONG_SIGNER], ...cannot } });
        await room.until('the gateway serves again', async () => (await fetch(`${room.manifest.gatewayUrl}/ready`)).ok);
        await room.settled(await serveRound(room));
      },
    },
  },
  {
    situation: "the administrator's key is stolen; changes wait for ten minutes, and a guardian is named",
    needsNewWorld: true,
    async make(room) {
      room.guardian = await fundedKey(room, 'guardian');
      await room.typeAside(`admin settings --additions-delay-seconds ${DELAY_SECONDS} --guardian ${room.guardian.address}`);
    },
    pages: {
      [ADMINISTRATOR_KEY]: async (room) => {
        const account = room.manifest.gatewayPda;
        const type = (command, values = {}) => room.type(ADMINISTRATOR_KEY, command, values);
        const moves = movesOf(room, room.keys.administrator);
        let foreign;
        const announces = async () => (foreign = await announce(room, 'settings --min-signers 1'));
        // The program takes no such change under a delay unless it was announced.
        const handsOverAtOnce = moves.handsOver((await fundedKey(room, 'thief')).address);
        const succeed = {
          'announces that one signer is enough': announces,
          'stops the gateway': moves.stopsGateway,
          'takes the treasury': moves.takesTreasury,
        };
        await tryMoves(room, {
          succeed,
          refused: { 'makes another key the administrator at once': [handsOverAtOnce, /Announce|NotAnnounced|Delay/] },
        });
        await type('admin show');
        await type('admin cancel-change --digest <digest>', { digest: foreign });
        const next = await fundedKey(room, 'next-administrator');
        const handOver = () => type('admin hand-over --to <next administrator>', { 'next administrator': next.address });
        await handOver();
        await type('admin gateway start --gateway <account>', { account });
        await type('admin gateway propose-key --gateway <account> --to none', { account });
        await type('admin settings --min-signers <n>', { n: String(room.manifest.minSigners) });
        await type('admin treasury withdraw --to <token account>', { 'token account': room.tokenAccount() });
        room.world.ledger.advanceClock(DELAY_SECONDS + 1);
        room.say('the delay has passed');
        await handOver();
        room.keys.administrator = next.file;
        await type('admin accept');
        await type('admin change-registry --remove <indices> --emergency', { indices: '4' });
        await type('admin show --json');
        await tryMoves(room, {
          refused: {
            'makes another key the administrator': [handsOverAtOnce, WRONG_SIGNER],
            'stops the gateway': [moves.stopsGateway, WRONG_SIGNER],
            'takes the treasury': [moves.takesTreasury, WRONG_SIGNER],
            "exchanges a gateway's key": [moves.proposesKey(next.address), WRONG_SIGNER],
          },
        });
      },
    },
  },
  {
    situation: 'the key of the guardian is stolen',
    pages: {
      [GUARDIAN_KEY]: async (room) => {
        const next = newKey();
        const moves = movesOf(room, room.guardian.file);
        const cancels = async () => moves.cancels(await announce(room, 'settings --min-signers 1'))();
        const cannot = {
          'makes itself the administrator': [moves.handsOver(room.guardian.address), WRONG_SIGNER],
          'stops a gateway': [moves.stopsGateway, WRONG_SIGNER],
          "exchanges a gateway's key": [moves.proposesKey(next.address), WRONG_SIGNER],
        };
        await tryMoves(room, { succeed: { 'cancels an announced change': cancels }, refused: cannot });
        const replace = () => room.type(GUARDIAN_KEY, 'admin settings --guardian <address>', { address: next.address });
        await replace();
        room.world.ledger.advanceClock(DELAY_SECONDS + 1);
        room.say('the delay has passed');
        await replace();
        const shown = await room.typeAside('admin show');
        if (!shown.includes(next.address)) throw new Error('the guardian is still the old one');
        await tryMoves(room, { refused: { 'cancels an announced change': [cancels, WRONG_SIGNER], ...cannot } });
      },
    },
  },
  {
    situation: 'a change is announced',
    async make(room) {
      await room.typeAside(`admin settings --additions-delay-seconds ${DELAY_SECONDS}`);
      room.announced = await announce(room, 'settings --min-signers 1');
    },
    pages: {
      [ANNOUNCED]: async (room) => {
        await room.type(ANNOUNCED, 'admin show');
        await room.type(ANNOUNCED, 'admin cancel-change --digest <digest>', { digest: room.announced });
      },
    },
  },
];
