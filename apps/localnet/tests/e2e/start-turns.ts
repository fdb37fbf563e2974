import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    startTurnsPort: number;
  }
}

/**
 * Vitest global set-up: test files that run side by side start their worlds one after the other. A world is eight processes, and each must
 * answer within a limit. A turn is a connection: it ends with the process that holds it.
 */
export async function setup({ provide }: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const waiting: Socket[] = [];
  let holder: Socket | undefined;
  const giveTurn = (): void => {
    holder = waiting.shift();
    holder?.write('turn');
  };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (socket === holder) giveTurn();
      else waiting.splice(waiting.indexOf(socket), 1);
    });
    socket.resume();
    waiting.push(socket);
    if (holder === undefined) giveTurn();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the turns have no port');
  provide('startTurnsPort', address.port);
  return async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of [...waiting, ...(holder === undefined ? [] : [holder])]) socket.destroy();
    await closed;
  };
}

/** Runs `start` when nothing else starts. */
export async function inTurn<T>(start: () => Promise<T>, port: number = inject('startTurnsPort')): Promise<T> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'data');
  try {
    return await start();
  } finally {
    socket.destroy();
  }
}
