import scribe from '@oracle-gateway/vectors/scribe-rogue-pop.json' with { type: 'json' };
import { SystemProgram, type PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { readNode } from './accounts.js';
import { startingFrom } from './built-program.js';
import { be32, concat, fromBe, hex } from './bytes.js';
import {
  administrator,
  configAddress,
  DEPLOYMENT_ID,
  encryptionKey,
  nodeAddress,
  nodeKeys,
  operator,
  programId,
  registryAddress,
  START,
  stranger,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount } from './instructions.js';
import {
  addressOf,
  deploymentId,
  GENERATOR,
  keccak,
  modOrder,
  namedKey,
  nodeKey,
  ORDER,
  pointBytes,
  possessionMessage,
  sha256,
  signWith,
  type NodeKey,
} from './signer.js';
import { type World, worldInUse } from './world.js';

const INDEX = 7;
const FIELD_ORDER = 2n ** 256n - 2n ** 32n - 977n;

describe('register_node', () => {
  startingFrom(worldInUse, (world) => {
    const node = () => readNode(world().chain.data(nodeAddress(INDEX)));
    const register = (changes: Parameters<World['registerNode']>[1] = {}) => world().registerNode(INDEX, changes);
    const send = (changes: Parameters<World['registerNode']>[1] = {}) => world().chain.send(register(changes), administrator);
    const fields = (key: NodeKey) => ({
      deploymentId: DEPLOYMENT_ID,
      index: INDEX,
      publicKey: pointBytes(key.point),
      encryptionKey: encryptionKey(INDEX),
      operator: operator(INDEX),
      previousRegisteredAt: world().registeredAt(INDEX),
      endpoint: concat(`https://node-${INDEX}.example`),
    });

    it('records the node', () => {
      const { chain } = world();
      expectAccepted(send());
      expect(chain.account(nodeAddress(INDEX))).toMatchObject({ owner: programId.toBase58(), lamports: chain.rentFor(520) });
      expect(node()).toMatchObject({
        discriminator: 'SVC_NOD1',
        index: INDEX,
        publicKey: pointBytes(nodeKeys[INDEX]!.point),
        operator: operator(INDEX),
        encryptionKey: encryptionKey(INDEX),
        previousEncryptionKey: new Uint8Array(32),
        encryptionKeyChangedAt: 0n,
        registeredAt: START,
        endpointLength: 22,
        endpoint: 'https://node-7.example'.padEnd(127, '\0'),
      });
    });

    it("replaces a node's key and endpoint and keeps an unchanged encryption key", () => {
      const { chain } = world();
      chain.must(register(), administrator);
      chain.now = START + 50n;
      const key = namedKey('a new key');
      expectAccepted(send({ key, endpoint: concat('https://b') }));
      expect(node()).toMatchObject({
        publicKey: pointBytes(key.point),
        encryptionKey: encryptionKey(INDEX),
        previousEncryptionKey: new Uint8Array(32),
        encryptionKeyChangedAt: 0n,
        registeredAt: START + 50n,
        endpointLength: 9,
        endpoint: 'https://b'.padEnd(127, '\0'),
      });
    });

    it('remembers the encryption key before the last one', () => {
      const { chain } = world();
      chain.must(register(), administrator);
      chain.now = START + 50n;
      const next = keccak('the next encryption key');
      const key = nodeKeys[INDEX]!;
      const proof = signWith([key], possessionMessage({ ...fields(key), encryptionKey: next }));
      expectAccepted(send({ encryptionKey: next, proof }));
      expect(node()).toMatchObject({
        encryptionKey: next,
        previousEncryptionKey: encryptionKey(INDEX),
        encryptionKeyChangedAt: START + 50n,
      });
    });

    describe('over a key that the registry has', () => {
      const SERVING = 0;
      const serving = () => readNode(world().chain.data(nodeAddress(SERVING)));
      const endpoint = (name: string) => concat(`https://${name}.example`);
      /** Registers a key at the place, with an encryption key and an endpoint named after it. */
      const replace = (name: string, key = namedKey(name)) =>
        world().chain.must(
          world().registerNode(SERVING, {
            key,
            endpoint: endpoint(name),
            encryptionKey: keccak(name),
            proof: signWith(
              [key],
              possessionMessage({
                ...fields(key),
                index: SERVING,
                operator: operator(SERVING),
                encryptionKey: keccak(name),
                endpoint: endpoint(name),
                previousRegisteredAt: world().registeredAt(SERVING),
              }),
            ),
          }),
          administrator,
        );
      const inUse = () => ({
        previousPublicKey: pointBytes(nodeKeys[SERVING]!.point),
        previousEndpoint: 'https://node-0.example'.padEnd(127, '\0'),
        previousEndpointLength: 22,
        previousEncryptionKey: encryptionKey(SERVING),
        publicKeyChangedAt: START,
        encryptionKeyChangedAt: START,
      });

      it('keeps the key with its endpoint and its encryption key', () => {
        replace('next');
        expect(serving()).toMatchObject({
          ...inUse(),
          publicKey: pointBytes(namedKey('next').point),
          encryptionKey: keccak('next'),
          endpoint: 'https://next.example'.padEnd(127, '\0'),
          registeredAt: START,
        });
      });

      it('keeps the three while the registry has the key, whatever is registered meanwhile', () => {
        for (const name of ['next', 'another', 'third']) {
          replace(name);
          world().chain.now += 50n;
        }
        expect(serving()).toMatchObject({ ...inUse(), publicKey: pointBytes(namedKey('third').point), encryptionKey: keccak('third') });
        replace('back', nodeKeys[SERVING]);
        expect(serving()).toMatchObject({ ...inUse(), publicKey: pointBytes(nodeKeys[SERVING]!.point), encryptionKey: keccak('back') });
      });

      it('gives the place of the three to the key that the registry has next', () => {
        replace('next');
        world().chain.must(world().changeRegistry({ version: 1n, changes: [world().set(SERVING)] }), administrator);
        world().chain.now += 50n;
        replace('another');
        expect(serving()).toMatchObject({
          previousPublicKey: pointBytes(namedKey('next').point),
          previousEncryptionKey: keccak('next'),
          previousEndpoint: 'https://next.example'.padEnd(127, '\0'),
          publicKeyChangedAt: START + 50n,
        });
      });

      it('changes only the encryption key where the same key is registered again', () => {
        world().chain.now += 50n;
        replace('rotated', nodeKeys[SERVING]);
        expect(serving()).toMatchObject({
          previousPublicKey: new Uint8Array(64),
          publicKeyChangedAt: 0n,
          previousEndpointLength: 0,
          previousEncryptionKey: encryptionKey(SERVING),
          encryptionKeyChangedAt: START + 50n,
        });
      });

      it('is compared with the current version, and with no other account', () => {
        world().chain.must(world().changeRegistry({ version: 1n }), administrator);
        const at = (registry: PublicKey) => world().chain.send(world().registerNode(SERVING, { registry }), administrator);
        expectRefused(at(registryAddress(1n)), 'WrongAddress');
        expectRefused(at(SystemProgram.programId), 'WrongOwner');
        expectRefused(at(configAddress), 'WrongAccountKind');
        expectAccepted(at(registryAddress(2n)));
      });
    });

    it("is the administrator's alone", () => {
      const { chain } = world();
      expectRefused(chain.send(register({ authority: stranger.publicKey }), stranger), 'WrongAuthority');
      expectRefused(chain.send(withAccount(register(), 0, { isSigner: false }), stranger), 'MissingSignature');
    });

    it('takes indices 0 to 63', () => {
      const at = (index: number) => world().registerNode(index, { key: namedKey(`node at ${index}`) });
      expectAccepted(world().chain.send(at(63), administrator));
      expectRefused(world().chain.send(at(64), administrator), 'InvalidNodeIndex');
    });

    it('takes any endpoint of printable ASCII up to 127 bytes, and none', () => {
      expectAccepted(send({ endpoint: concat('a'.repeat(127)) }));
      expectAccepted(send({ endpoint: new Uint8Array(0) }));
      expectRefused(send({ endpoint: concat('a'.repeat(128)) }), 'InvalidInstruction');
      for (const byte of [0x00, 0x20, 0x0a, 0x7f, 0xc3]) {
        expectRefused(send({ endpoint: concat('https://a', Uint8Array.of(byte)) }), 'InvalidEndpoint');
      }
    });

    it('refuses an encryption key of zeros', () => {
      const key = nodeKeys[INDEX]!;
      const zeros = new Uint8Array(32);
      const proof = signWith([key], possessionMessage({ ...fields(key), encryptionKey: zeros }));
      expectRefused(send({ encryptionKey: zeros, proof }), 'InvalidEncryptionKey');
    });

    it('refuses another address, also the one of another node', () => {
      world().chain.must(register(), administrator);
      expectRefused(send({ node: nodeAddress(0) }), 'WrongAddress');
      const proof = signWith([nodeKeys[INDEX]!], possessionMessage({ ...fields(nodeKeys[INDEX]!), previousRegisteredAt: 0n }));
      expectRefused(send({ node: nodeAddress(8), proof }), 'WrongAddress');
    });

    it("refuses another account of the program in Config's or the node's place", () => {
      const { chain } = world();
      expectRefused(chain.send(withAccount(register(), 1, { pubkey: nodeAddress(0) }), administrator), 'WrongAccountKind');
      expectRefused(send({ node: configAddress }), 'WrongAccountKind');
    });

    it('refuses a read-only node account and a false system program', () => {
      const { chain } = world();
      expectRefused(chain.send(withAccount(register(), 2, { isWritable: false }), administrator), 'NotWritable');
      expectRefused(chain.send(withAccount(register(), 4, { pubkey: programId }), administrator), 'WrongProgram');
    });

    describe('checks that the key is a point', () => {
      const { x, y } = nodeKeys[INDEX]!.point.toAffine();
      // (1, y) is on the curve, and 1 + p still has 32 bytes.
      const small = 1n;
      const smallY = 0x4218f20ae6c646b363db68605822fb14264ca8d2587fdd6fbc750d587e76a7een;
      // A point with n <= x < p: the x of the first such abscissa on the curve.
      const aboveOrder = firstPointAboveOrder();
      it.each([
        ['zeros', 0n, 0n],
        ['y + 1', x, y + 1n],
        ['y of another x', x + 1n, y],
        ['coordinates exchanged', y, x],
        ['x = p', FIELD_ORDER, y],
        ['y = p', x, FIELD_ORDER],
        ['x + p', small + FIELD_ORDER, smallY],
        ['a point whose x is not below the group order', aboveOrder.x, aboveOrder.y],
      ])('and refuses %s', (_name, badX, badY) => {
        expectRefused(send({ publicKey: concat(be32(badX), be32(badY)) }), 'InvalidPublicKey');
      });
    });

    describe('checks the proof of possession', () => {
      const key = nodeKeys[INDEX]!;
      const other = namedKey('somebody else');
      const refuses = (name: string, changes: () => Parameters<World['registerNode']>[1]) =>
        it(`and refuses ${name}`, () => {
          expectRefused(send(changes()), 'InvalidProof');
        });

      refuses("another operator's proof for its own key", () => ({ proof: signWith([other], possessionMessage(fields(other))) }));
      refuses('a signature of the right message by another key', () => ({ proof: signWith([other], possessionMessage(fields(key))) }));
      refuses('the proof of a node for another operator', () => ({ operator: keccak('thief') }));
      refuses('the proof of a node for another encryption key', () => ({ encryptionKey: keccak('thief') }));
      refuses('the proof of a node for the negative of its key', () => ({ publicKey: pointBytes(key.point.negate()) }));
      refuses('the proof of a node for another endpoint', () => ({
        proof: signWith([key], possessionMessage(fields(key))),
        endpoint: concat('https://thief.example'),
      }));
      refuses('the proof of a node for another index', () => ({
        proof: signWith([key], possessionMessage({ ...fields(key), index: INDEX + 1 })),
      }));
      refuses('a proof that replaces a registration that does not exist', () => ({
        proof: signWith([key], possessionMessage({ ...fields(key), previousRegisteredAt: START })),
      }));
      refuses('a proof for another network', () => ({
        proof: signWith([key], possessionMessage({ ...fields(key), deploymentId: deploymentId(programId.toBytes(), 'solana:elsewhere') })),
      }));
      refuses('a proof for another program', () => ({
        proof: signWith([key], possessionMessage({ ...fields(key), deploymentId: keccak('another deployment') })),
      }));
      refuses('a proof with s + n', () => {
        const proof = signWith([key], possessionMessage(fields(key)));
        const sum = fromBe(proof.s) + ORDER;
        return { proof: { ...proof, s: be32(sum < 2n ** 256n ? sum : 2n ** 256n - 1n) } };
      });
      refuses('s = 0', () => ({ proof: { s: be32(0n), commitment: signWith([key], possessionMessage(fields(key))).commitment } }));
      refuses('a commitment of zeros', () => ({
        proof: { s: signWith([key], possessionMessage(fields(key))).s, commitment: new Uint8Array(20) },
      }));
      refuses('a signature over a message that does not name the key', () => ({ proof: signWith([key], sha256('Feed Registration')) }));
    });

    describe('takes a proof once', () => {
      it('and refuses an earlier one, which would set an old encryption key again', () => {
        const { chain } = world();
        const key = nodeKeys[INDEX]!;
        const first = register();
        chain.must(first, administrator);
        chain.now = START + 50n;
        const next = keccak('the next encryption key');
        const second = register({
          encryptionKey: next,
          proof: signWith([key], possessionMessage({ ...fields(key), encryptionKey: next })),
        });
        chain.must(second, administrator);
        expectRefused(chain.send(first, administrator), 'InvalidProof');
        expectRefused(chain.send(second, administrator), 'InvalidProof');
        expect(node().encryptionKey).toEqual(next);
      });

      it('also within one second, which makes a later time of registration all the same', () => {
        const { chain } = world();
        const first = register();
        chain.must(first, administrator);
        const again = register();
        expectAccepted(chain.send(again, administrator));
        expect(node().registeredAt).toBe(START + 1n);
        expectRefused(chain.send(again, administrator), 'InvalidProof');
        expectRefused(chain.send(first, administrator), 'InvalidProof');
      });
    });

    it('refuses the rogue key, which cancels an honest one, with every proof that its maker can have', () => {
      const vector = rogueVector();
      // The rogue key's ECDSA "proof" over the fixed message, and the signature that it forged with the sum's secret.
      for (const proof of [
        { s: vector.ecdsaS, commitment: vector.rogueAddress },
        { s: vector.ecdsaR, commitment: vector.rogueAddress },
        { s: vector.forgedS, commitment: vector.forgedCommitment },
      ]) {
        expectRefused(send({ publicKey: vector.rogueKey, proof }), 'InvalidProof');
      }
      // The maker knows the secret of honest + rogue, and of nothing else.
      const known = nodeKey(vector.sumSecret);
      const message = possessionMessage({ ...fields(nodeKeys[INDEX]!), publicKey: vector.rogueKey });
      expectRefused(send({ publicKey: vector.rogueKey, proof: signWith([known], message) }), 'InvalidProof');
    });

    it('is not shown by a signature whose nonce point is infinity', () => {
      const key = nodeKeys[INDEX]!;
      const message = possessionMessage(fields(key));
      const commitment = addressOf(GENERATOR);
      const { x, y } = key.point.toAffine();
      const challenge = modOrder(fromBe(keccak(be32(x), Uint8Array.of(Number(y & 1n)), message, commitment)));
      expectRefused(send({ proof: { s: be32(modOrder(challenge * key.secret)), commitment } }), 'InvalidProof');
    });
  });
});

function firstPointAboveOrder(): { x: bigint; y: bigint } {
  for (let x = ORDER; x < FIELD_ORDER; x++) {
    const square = (x ** 3n + 7n) % FIELD_ORDER;
    const y = power(square, (FIELD_ORDER + 1n) / 4n);
    if ((y * y) % FIELD_ORDER === square) return { x, y };
  }
  throw new Error('no point with n <= x < p');
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base; exponent > 0n; exponent >>= 1n, square = (square * square) % FIELD_ORDER) {
    if ((exponent & 1n) === 1n) result = (result * square) % FIELD_ORDER;
  }
  return result;
}

/** vectors/scribe-rogue-pop.json: a rogue key and everything its maker can produce with it. */
function rogueVector() {
  const { rogue, aggregate, forged } = scribe;
  return {
    rogueKey: hex(rogue.pubKey.x + rogue.pubKey.y),
    rogueAddress: hex(rogue.address),
    ecdsaR: hex(rogue.ecdsa.r),
    ecdsaS: hex(rogue.ecdsa.s),
    sumSecret: fromBe(hex(aggregate.secret)),
    forgedS: hex(forged.signature),
    forgedCommitment: hex(forged.commitment),
  };
}
