import { type DeploymentId, fromHex, toAddress, toHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/node-stream.json' with { type: 'json' };
import { encodeFrame, gatewayFrames, nodeFrames } from './frame.js';
import { encodeHandshake, encodeHandshakeAnswer, readHandshake, readHandshakeAnswer } from './handshake.js';
import { createOpener, createSealer } from './seal.js';
import { deriveStreamKeys } from './stream-keys.js';
import { secretOf, sharedSecret } from './x25519.js';

describe.each(file.vectors)('the stream of node $nodeIndex', (vector) => {
  const handshake = readHandshake(vector.handshake);
  const answer = readHandshakeAnswer(vector.answer, handshake?.versions ?? []);
  if (handshake === null || answer === null) throw new TypeError('a vector holds a handshake and its answer');

  it('has headers that are written as they are read', () => {
    expect(toHex(encodeHandshake(handshake))).toBe(vector.handshake);
    expect(encodeHandshakeAnswer(answer)).toBe(vector.answer);
  });

  it('has the same keys on both sides', () => {
    const transcript = {
      deploymentId: fromHex(vector.deploymentId, 32) as DeploymentId,
      nodeIndex: vector.nodeIndex,
      gatewayAuthority: toAddress(fromHex(vector.gatewayAuthority, 32)),
      signature: fromHex(vector.signature, 64),
      handshake: handshake.bytes,
      ...answer,
    };
    const agreed = (secret: string, publicKey: Uint8Array): Uint8Array => {
      const shared = sharedSecret(secretOf(fromHex(secret, 32)), publicKey);
      if (shared === null) throw new TypeError('no vector has a key of small order');
      return shared;
    };
    const expected = { toNode: fromHex(vector.toNode.key), toGateway: fromHex(vector.toGateway.key) };
    const { encryptionKey } = handshake;
    const ofGateway = {
      fresh: agreed(vector.gatewayFreshSecret, answer.nodeKey),
      named: encryptionKey === null ? null : agreed(vector.gatewayFreshSecret, encryptionKey),
    };
    const ofNode = {
      fresh: agreed(vector.nodeFreshSecret, handshake.gatewayKey),
      named: vector.encryptionSecret === null ? null : agreed(vector.encryptionSecret, handshake.gatewayKey),
    };
    expect(deriveStreamKeys(transcript, ofGateway)).toEqual(expected);
    expect(deriveStreamKeys(transcript, ofNode)).toEqual(expected);
  });

  it.each(['toNode', 'toGateway'] as const)('has messages %s that are sealed, opened and read', (direction) => {
    const { key, messages } = vector[direction];
    const sealer = createSealer(fromHex(key));
    const opener = createOpener(fromHex(key));
    for (const { plain, sealed } of messages) {
      expect(toHex(sealer.seal(fromHex(plain)))).toBe(sealed);
      const opened = opener.open(fromHex(sealed));
      if (opened === null) throw new TypeError('the message of a vector must open');
      expect(toHex(opened)).toBe(plain);
      const frames = [...(direction === 'toNode' ? gatewayFrames(opened) : nodeFrames(opened, () => undefined))];
      expect(toHex(Buffer.concat(frames.flatMap(encodeFrame)))).toBe(plain);
    }
  });
});
