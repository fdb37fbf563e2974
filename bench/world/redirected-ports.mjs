// Loaded into a process by --import: connections to ports of BENCH_REDIRECTED_PORTS go to others. The process itself and what it does are unchanged, so
// builds of any age are measured in the same way.
import { Socket } from 'node:net';

const ports = new Map(JSON.parse(process.env.BENCH_REDIRECTED_PORTS ?? '[]'));
const connect = Socket.prototype.connect;

Socket.prototype.connect = function (...args) {
  // node:net hands on its arguments as one list whose first member is the options.
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  const port = ports.get(Number(options?.port));
  if (port !== undefined) options.port = port;
  return connect.apply(this, args);
};
