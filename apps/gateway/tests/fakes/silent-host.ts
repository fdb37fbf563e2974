import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const LISTEN = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port); })`;
/** More connections than a queue of one holds, the ones that the system still lets in included. */
const FILLING = 16;

/** A host on loopback that answers no attempt to connect, as one behind a filter. */
export interface SilentHost {
  readonly origin: string;
  close(): Promise<void>;
}

/** A process that listens and is stopped, whose queue of connections is full: the system drops further ones without a word. */
export async function startSilentHost(): Promise<SilentHost> {
  const child = spawn(process.execPath, ['-e', LISTEN], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const sockets: Socket[] = [];
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGKILL');
    await exited;
  };
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number(line.toString());
    child.kill('SIGSTOP');
    for (let count = 0; count < FILLING; count += 1) sockets.push(connect(port, '127.0.0.1').on('error', () => undefined));
    await Promise.any(sockets.map((socket) => once(socket, 'connect')));
    return { origin: `http://127.0.0.1:${port}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}
