import { isIP } from 'node:net';

/** Address with a port, as some proxies write it. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3})|\[([^\]]*)\])(?::\d+)?$/;

/**
 * The address that a request comes from, without its port: each port would be an address of its own. A proxy may pass on what its client wrote,
 * so what is no address is `unknown`, in the log too.
 */
export function clientAddress(told: string | undefined): string {
  const address = told?.replace(WITH_PORT, '$1$2') ?? '';
  return isIP(address) === 0 ? 'unknown' : address;
}
