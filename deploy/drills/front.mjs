#!/usr/bin/env node
// A TCP front of a port of this machine, in a process of its own: a drill kills or stops it, and what lies behind goes on.
// usage: node front.mjs <target port> <port>
import { connect, createServer } from 'node:net';

const [target, port] = process.argv.slice(2).map(Number);

const server = createServer({ noDelay: true }, (client) => {
  const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true });
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ]) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
});
server.listen(port, '127.0.0.1', () => console.log('listening'));
