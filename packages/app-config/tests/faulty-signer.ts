import { chmod } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';

/** Fate of one answer of the signer. */
export type AnswerFault =
  | 'none'
  | 'refused'
  | 'never'
  | 'after the next'
  | 'twice'
  | 'of another message'
  | 'wrong signature'
  | 'cut off'
  | 'too long'
  | 'unknown form'
  | 'flood'
  | 'hangs up';
/** Fate of one connection. */
export type OpeningFault = 'none' | 'hangs up' | 'other key' | 'no opening';

export interface FaultySigner {
  readonly socket: string;
  /** The next answers and openings go wrong like this; those after them are good. */
  plan(faults: { readonly answers?: readonly AnswerFault[]; readonly openings?: readonly OpeningFault[] }): void;
  /** For each flood, whether its client hung up before it had come. */
  floods(): readonly boolean[];
  close(): Promise<void>;
}

const LENGTH_BYTES = 4;
const FLOOD_BYTES = 10 * 1_024 * 1_024;

/** Stands before the signer at `to`, and spoils its answers as planned. */
export async function startFaultySigner(socket: string, to: string): Promise<FaultySigner> {
  const answers: AnswerFault[] = [];
  const openings: OpeningFault[] = [];
  const sockets = new Set<Socket>();
  const floods: boolean[] = [];

  const server = createServer((client) => {
    const signer = connect(to);
    for (const end of [client, signer]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        sockets.delete(end);
        client.destroy();
        signer.destroy();
      });
    }
    client.pipe(signer, { end: false });
    let rest: Buffer = Buffer.alloc(0);
    let isOpened = false;
    let held: Buffer | null = null;
    const pass = (frame: Buffer): void => {
      client.write(frame);
      if (held !== null) client.write(held);
      held = null;
    };
    signer.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= LENGTH_BYTES && rest.length >= LENGTH_BYTES + rest.readUInt32LE(0)) {
        const end = LENGTH_BYTES + rest.readUInt32LE(0);
        const frame = Buffer.from(rest.subarray(0, end));
        rest = rest.subarray(end);
        if (isOpened) spoil(frame, answers.shift() ?? 'none');
        else open(frame, openings.shift() ?? 'none');
        isOpened = true;
      }
    });

    const open = (frame: Buffer, fault: OpeningFault): void => {
      switch (fault) {
        case 'none':
          client.write(frame);
          return;
        case 'hangs up':
          client.destroy();
          return;
        case 'other key':
          frame.writeUInt8(frame.readUInt8(frame.length - 1) ^ 1, frame.length - 1);
          client.write(frame);
          return;
        case 'no opening':
          return;
      }
    };

    const spoil = (frame: Buffer, fault: AnswerFault): void => {
      switch (fault) {
        case 'none':
          pass(frame);
          return;
        case 'refused':
          pass(Buffer.concat([lengthOf(8), frame.subarray(4, 8), Buffer.of(1), Buffer.from('no\n')]));
          return;
        case 'never':
          return;
        case 'after the next':
          held = frame;
          return;
        case 'twice':
          pass(frame);
          pass(frame);
          return;
        case 'of another message':
          frame.writeUInt32LE(frame.readUInt32LE(4) + 1_000, 4);
          pass(frame);
          return;
        case 'wrong signature':
          frame.writeUInt8(frame.readUInt8(20) ^ 1, 20);
          pass(frame);
          return;
        case 'cut off':
          client.end(frame.subarray(0, frame.length - 7));
          return;
        case 'too long':
          frame.writeUInt32LE(0x7fff_ffff, 0);
          pass(frame);
          return;
        case 'unknown form':
          frame.writeUInt8(9, 8);
          pass(frame);
          return;
        case 'flood': {
          // Refusals of no message: each has the form of an answer.
          const one = Buffer.concat([lengthOf(6), Buffer.from('ffffffff', 'hex'), Buffer.of(1, 32)]);
          const some = Buffer.alloc(FLOOD_BYTES / 64, one);
          let taken = 0;
          const pour = (): void => {
            if (client.destroyed || taken === FLOOD_BYTES) return;
            client.write(some, () => {
              if (client.destroyed) return;
              taken += some.length;
              pour();
            });
          };
          pour();
          client.once('close', () => void floods.push(taken < FLOOD_BYTES));
          return;
        }
        case 'hangs up':
          client.destroy();
          return;
      }
    };
  });
  await new Promise<void>((listening) => server.listen(socket, listening));
  await chmod(socket, 0o600);
  return {
    socket,
    plan(faults) {
      answers.splice(0, Infinity, ...(faults.answers ?? []));
      openings.splice(0, Infinity, ...(faults.openings ?? []));
    },
    floods: () => floods,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const one of sockets) one.destroy();
      await closed;
    },
  };
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(bytes);
  return length;
}
