#!/usr/bin/env node
// TCP proxies to ports of this machine that hold every byte back, in both directions: nodes far away. A process of its own, so that no other work delays
// its timers. Messages of the parent: {target, towardMs, backMs}; the answer is {target, port}. A later message for a target changes its delays.
import { connect, createServer } from 'node:net';

const proxies = new Map();

process.on('message', async ({ target, towardMs, backMs }) => {
  const proxy = proxies.get(target) ?? (await listen(target));
  Object.assign(proxy, { towardMs, backMs });
  process.send({ target, port: proxy.port });
});
process.on('disconnect', () => process.exit());

async function listen(target) {
  const proxy = { port: 0, towardMs: 0, backMs: 0 };
  proxies.set(target, proxy);
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true });
    pass(client, upstream, () => proxy.towardMs);
    pass(upstream, client, () => proxy.backMs);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.port = server.address().port;
  return proxy;
}

/** No chunk overtakes an earlier one, also when the delay changes. The end of a stream waits as its bytes do. */
function pass(from, to, delayMs) {
  let dueMs = 0;
  const later = (act) => {
    dueMs = Math.max(dueMs, performance.now() + delayMs());
    setTimeout(act, dueMs - performance.now());
  };
  from.on('data', (bytes) => later(() => to.writable && to.write(bytes)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => to.destroy());
  from.on('close', () => later(() => to.destroy()));
}
