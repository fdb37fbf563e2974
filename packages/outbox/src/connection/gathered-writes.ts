import { Redis } from 'ioredis';

/**
 * Lets the commands of one turn of the event loop leave in one write to the socket. A write costs as much as the rest of a command. The server
 * reads them together, and flushes what they wrote to its disk once. Each command keeps its own reply, deadline and repetition.
 *
 * ioredis' own way (`enableAutoPipelining`) sends the next commands only once all answers to the last ones are there.
 */
export function gatherWrites(redis: Redis): void {
  redis.sendCommand = (...command) => {
    corkThisTurn(redis.stream);
    return Redis.prototype.sendCommand.apply(redis, command);
  };
}

/** @param socket undefined before it connects */
function corkThisTurn(socket: Redis['stream'] | undefined): void {
  if (socket?.writableCorked !== 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}
