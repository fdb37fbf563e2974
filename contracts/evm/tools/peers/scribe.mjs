import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concat, encodeFunctionData, encodePacked, hashMessage, hexToBigInt, keccak256, numberToHex, stringToHex } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { keysOf } from './chain.mjs';
import { compile } from './sources.mjs';

const PRICE = 64_628_310_000_000_000_000_000n;
const CURVE = secp256k1.Point.Fn.ORDER;

/** `poke` by number of feeds that sign one value. Feeds are registered before. */
export function scribe(folder, build) {
  const contract = compile(build, join(folder, 'src', 'Scribe.sol'), 'Scribe', [`chronicle-std/=${folder}/lib/chronicle-std/src/`]);
  const { abi } = contract;
  const wat = stringToHex('BTC/USD', { size: 32 });
  return async (chain, count) => {
    const address = await chain.deploy(contract, [chain.sender, wat]);
    const registration = hashMessage({ raw: keccak256(stringToHex('Chronicle Feed Registration')) });
    const keys = keysOf(count, ({ address: feed }) => feed.slice(2, 4).toLowerCase());
    const lift = abi.find(({ name, inputs }) => name === 'lift' && inputs[0].type === 'tuple');
    for (const key of keys) {
      const { r, s, v } = await sign({ hash: registration, privateKey: key.hex });
      await chain.send(address, encodeFunctionData({ abi: [lift], args: [key.point, { v: Number(v), r, s }] }));
    }
    await chain.send(address, encodeFunctionData({ abi, functionName: 'setBar', args: [count] }));
    let gas;
    for (const round of [1n, 2n]) {
      const pokeData = { val: PRICE + round, age: await chain.tick() };
      const body = keccak256(encodePacked(['bytes32', 'uint128', 'uint32'], [wat, pokeData.val, pokeData.age]));
      const feedIds = concat(keys.map(({ account }) => account.address.slice(0, 4)));
      const schnorrData = { ...schnorr(keys, hashMessage({ raw: body })), feedIds };
      gas = await chain.send(address, encodeFunctionData({ abi, functionName: 'poke', args: [pokeData, schnorrData] }));
    }
    return gas;
  };
}

/** The sum of the keys signs, which gives the bytes of the feeds' summed signatures. */
function schnorr(keys, message) {
  const secret = keys.reduce((sum, key) => (sum + BigInt(key.hex)) % CURVE, 0n);
  const { x, y } = secp256k1.Point.BASE.multiply(secret).toAffine();
  const nonce = hexToBigInt(keccak256(encodePacked(['uint256', 'bytes32'], [secret, message]))) % CURVE;
  const commitment = privateKeyToAccount(numberToHex(nonce, { size: 32 })).address;
  const packed = encodePacked(['uint256', 'uint8', 'bytes32', 'address'], [x, Number(y & 1n), message, commitment]);
  const signature = (nonce + (hexToBigInt(keccak256(packed)) % CURVE) * secret) % CURVE;
  return { signature: numberToHex(signature, { size: 32 }), commitment };
}
