import type { Redis } from 'ioredis';

/** The part of a connection that this file uses. It has no socket before it connects. */
export type GatheringConnection = Pick<Redis, 'sendCommand'> & { readonly stream?: Redis['stream'] };

/**
 * Lets the commands of one turn of the event loop leave in one write to the socket. A write costs as much as the rest of a command. The server
 * reads them together, and flushes what they wrote to its disk once. Each command keeps its own reply, deadline and repetition.
 *
 * ioredis' own way (`enableAutoPipelining`) sends the next commands only once all answers to the last ones are there.
 */
export function gatherWrites(redis: GatheringConnection): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (...command) => {
    const { stream } = redis;
    if (stream?.writableCorked === 0) {
      stream.cork();
      setImmediate(() => stream.uncork());
    }
    return send(...command);
  };
}
