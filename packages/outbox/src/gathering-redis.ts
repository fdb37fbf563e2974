import { Redis } from 'ioredis';

/**
 * A connection whose commands of one turn of the event loop leave in one write. The server then reads them together, and flushes what they wrote to
 * its disk once. ioredis' own way (`enableAutoPipelining`) sends the next commands only once all answers to the last ones are there.
 */
export class GatheringRedis extends Redis {
  private isGathering = false;

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    if (!this.isGathering && this.status === 'ready') this.gather();
    return super.sendCommand(command, stream);
  }

  private gather(): void {
    const socket = this.stream;
    this.isGathering = true;
    socket.cork();
    setImmediate(() => {
      this.isGathering = false;
      socket.uncork();
    });
  }
}
