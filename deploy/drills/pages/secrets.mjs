import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { priceConfig } from '../../../bench/world/caller.mjs';
import { createClient, delegate, keypairSigner, session } from '../../../packages/client/dist/index.js';
import { redisCommand, redisCommands } from '../../../packages/dev-servers/dist/index.js';
import { newKey } from '../new-key.mjs';
import { serveRound } from '../rounds.mjs';
import { sendsAs, tryMoves } from '../thief.mjs';

const NODE_KEY = 'A stolen node key';
const DELEGATE_KEY = 'A stolen delegate key';
const SESSION_TOKEN = 'A stolen session token';
const REDIS_PASSWORD = 'A stolen Redis password';
const NODE = 0;
const LAMPORTS = 10_000_000_000n;
const DAY_MS = 86_400_000;
/** Gateway and worker as docs/redis.md has their user. */
const REDIS_USER = 'on >old-password ~{og:* ~{og-keeper:* &{og:* +@all -@admin -@dangerous +config|get +info +cluster|slots +cluster|info';

function clientOf({ manifest }, account) {
  const { gatewayUrl: gateway, rpcUrl, programId, network } = manifest;
  return createClient({ gateway, ledger: { rpcUrl, programId, network }, account });
}

function portOf({ manifest }) {
  return Number(new URL(manifest.redisUrl).port);
}

export const SECRETS = [
  {
    situation: 'the keys of a node are stolen',
    needsNewWorld: true,
    pages: {
      [NODE_KEY]: async (room) => {
        const { url } = room.manifest.nodes[NODE];
        const thief = newKey();
        room.world.ledger.airdrop(thief.address, LAMPORTS);
        const thiefFile = await room.keyFile('thief', thief.secretKey);
        const folder = await mkdtemp(join(room.drilled.state, 'node-keys-'));
        const elsewhere = `prove --config ${room.pathOf(`node-${NODE}`)} --operator ${thief.address} --endpoint http://127.0.0.1:1`;
        const recorded = join(folder, 'recorded.json');
        const proves = async () => writeFile(recorded, await room.typeAside(`oracle-node ${elsewhere}`));
        const removes = sendsAs(room, thiefFile)('proposeAuthority', (authority) => ({ authority, newAuthority: authority }));
        await tryMoves(room, {
          succeed: { 'proves the key for an endpoint of its own': proves },
          refused: { 'makes itself the administrator': [removes, /WrongAuthority/] },
        });
        const type = (command, values = {}) => room.type(NODE_KEY, command, values);
        await type('admin change-registry --remove <indices> --emergency', { indices: String(NODE) });
        await room.until('the old key is of no use to the node', async () => !(await fetch(`${url}/health`)).ok);
        const keys = join(folder, 'keys');
        await type('oracle-node keygen --dir <folder>', { folder: keys });
        await room.rewrite(`node-${NODE}`, ({ node }) => {
          node.secret_key_path = join(keys, 'signing.key');
          node.encryption_key_path = join(keys, 'encryption.key');
        });
        const proof = join(folder, 'proof.json');
        const prove = 'oracle-node prove --config node.toml --operator <address> --endpoint <url>';
        await writeFile(proof, await type(prove, { address: newKey().address, url }));
        await type('admin register-node --proof <file> --into-registry', { file: proof });
        await room.world.restart({ what: 'node', index: NODE });
        await room.until('the node serves with its next key', async () => (await fetch(`${url}/health`)).ok);
        await tryMoves(room, {
          refused: {
            'has its recorded proof registered, by the administrator even': [
              () => room.typeAside(`admin register-node --proof ${recorded}`),
              /proof|Proof/,
            ],
          },
        });
      },
    },
  },
  {
    situation: 'the key of a delegate is stolen',
    needsNewWorld: true,
    async make(room) {
      room.owner = await room.keyFile('owner', room.manifest.keys.subscriptionOwner);
      room.delegate = newKey();
      const bounds = '--rounds 100 --max-signatures 8';
      const expires = new Date(Date.now() + DAY_MS).toISOString().replace(/\.\d+/, '');
      room.bounds = expires;
      await room.typeAside(`admin delegate set --delegate ${room.delegate.address} ${bounds} --expires ${expires} --key ${room.owner}`);
    },
    pages: {
      [DELEGATE_KEY]: async (room) => {
        const owner = keypairSigner(Uint8Array.from(room.manifest.keys.subscriptionOwner)).address;
        const accountOf = ({ secretKey }) => delegate({ signer: keypairSigner(Uint8Array.from(secretKey)), subscriptionOwner: owner });
        const asks = () => clientOf(room, accountOf(room.delegate)).round(priceConfig(room.manifest));
        const file = await room.keyFile('delegate', room.delegate.secretKey);
        room.world.ledger.airdrop(room.delegate.address, LAMPORTS);
        const bounds = { rounds: 9_000n, maxSignatures: 8, expiresAtSeconds: BigInt(Math.floor(Date.now() / 1_000)) + 86_400n };
        const givesItselfMore = sendsAs(room, file)('boundDelegate', (authority) => ({ owner: authority, authority, ...bounds }));
        await tryMoves(room, {
          succeed: { 'is served a round of the owner': asks },
          refused: { 'gives itself more rounds': [givesItselfMore, /transaction refused/] },
        });
        const type = (command, values) => room.type(DELEGATE_KEY, command, values);
        const administrator = room.keys.administrator;
        room.keys.administrator = room.owner;
        await type('admin delegate revoke --delegate <address>', { address: room.delegate.address });
        const next = newKey();
        await type('admin delegate set --delegate <address of the next key> --rounds <n> --max-signatures <m> --expires <time>', {
          'address of the next key': next.address,
          n: '100',
          m: '8',
          time: room.bounds,
        });
        room.keys.administrator = administrator;
        const refusal = /delegate/;
        await room.until('the gateway refuses the key', () =>
          asks().then(
            () => false,
            ({ message }) => refusal.test(message),
          ),
        );
        await tryMoves(room, { refused: { 'is served a round of the owner': [asks, refusal] } });
        await clientOf(room, accountOf(next)).round(priceConfig(room.manifest));
        room.say('the next key is served');
      },
    },
  },
  {
    situation: 'the token of a session is stolen',
    pages: {
      [SESSION_TOKEN]: async (room) => {
        let opened;
        const signer = keypairSigner(Uint8Array.from(room.manifest.keys.subscriptionOwner));
        const account = session({ signer, onOpened: (one) => (opened = one) });
        await clientOf(room, account).round(priceConfig(room.manifest));
        // The thief has the token, and no key.
        const asks = () => clientOf(room, session({ opened })).round(priceConfig(room.manifest));
        await tryMoves(room, { succeed: { 'is served a round of the key that signed in': asks } });
        const values = { address: signer.address };
        await room.type(SESSION_TOKEN, 'gateway sessions --config gateway.toml --authority <address>', values);
        await room.type(SESSION_TOKEN, 'gateway sessions --config gateway.toml --authority <address> --end', values);
        await tryMoves(room, { refused: { 'is served a round of the key that signed in': [asks, /session/] } });
        await clientOf(room, session({ signer })).round(priceConfig(room.manifest));
        room.say('the owner signs in again');
      },
    },
  },
  {
    situation: 'the password of Redis is stolen',
    async make(room) {
      await redisCommand(portOf(room), `acl setuser gateway reset ${REDIS_USER}`);
      const folder = await mkdtemp(join(room.drilled.state, 'redis-password-'));
      room.passwordPath = join(folder, 'password');
      await writeFile(room.passwordPath, 'old-password', { mode: 0o600 });
      for (const name of ['worker-0', 'gateway'])
        await room.rewrite(name, (config) => (config.redis = { username: 'gateway', password_path: room.passwordPath }));
      await room.world.restart({ what: 'worker', index: 0 });
      await room.world.restart({ what: 'gateway' });
    },
    pages: {
      [REDIS_PASSWORD]: async (room) => {
        const port = portOf(room);
        const as = (password, command) => async () => (await redisCommands(port, [`auth gateway ${password}`, command])).at(-1);
        const record = `{og:${room.manifest.gatewayPda}}:planted`;
        const open = connect(port, '127.0.0.1');
        await once(open, 'connect');
        open.write('auth gateway old-password\r\n');
        await once(open, 'data');
        await tryMoves(room, {
          succeed: {
            'writes and removes records': async () =>
              Promise.all([as('old-password', `set ${record} 1`)(), as('old-password', `del ${record}`)()]),
          },
          refused: {
            'wipes the server': [as('old-password', 'flushall'), /NOPERM/],
            'lets itself in for good': [as('old-password', 'acl setuser thief on nopass'), /NOPERM/],
          },
        });
        const closed = once(open, 'close');
        await room.type(REDIS_PASSWORD, "redis-cli acl setuser gateway '>new-password'");
        await writeFile(room.passwordPath, 'new-password');
        await room.type(REDIS_PASSWORD, "redis-cli acl setuser gateway '<old-password'");
        await room.type(REDIS_PASSWORD, 'redis-cli client kill user gateway');
        await closed;
        room.say('the connection that the thief had open is closed');
        await room.until('the gateway is ready again', async () => (await fetch(`${room.manifest.gatewayUrl}/ready`)).ok);
        await tryMoves(room, { refused: { 'logs in': [as('old-password', 'ping'), /WRONGPASS/] } });
        await room.settled(await serveRound(room));
      },
    },
  },
];
