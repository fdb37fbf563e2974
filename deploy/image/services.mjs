/**
 * Parts of an image.
 *
 * @typedef {object} Service
 * @property {string} app a folder of `apps/`
 * @property {string} title
 * @property {string} configPath where the image's program searches for its configuration, unless told otherwise
 * @property {string} healthUrl what the health check of the image asks, unless told otherwise
 * @property {readonly number[]} ports
 * @property {number} stopSeconds time that the process may take to stop after its delay
 * @property {string} [statePath] folder that a volume is mounted over, so that it belongs to the image's user
 * @property {readonly string[]} threads programs of threads in the app's `dist`, which it starts from beside its own
 * @property {boolean} hasPages whether it serves the explorer and the pages of Swagger UI
 * @property {Readonly<Record<string, readonly string[]>>} packages npm packages whose files it reads while it runs, with the names of these files; a
 *   folder ends with a slash
 */

/** Port of metrics in the configurations of this folder. */
const METRICS_PORT = 9464;
/** Port of the queue board there. */
const BOARD_PORT = 3001;
const ON_METRICS_PORT = `http://127.0.0.1:${METRICS_PORT}/health`;
/** The keeper lets running checks end for so long, and all others what they have begun. */
const KEEPER_STOPS_SECONDS = 20;
const STOPS_SECONDS = 10;
/** The user of images that have no root: in no password file of a host. */
export const USER = '65532:65532';
export const ENTRYPOINT = ['/usr/bin/node', '/app/main.js'];
export const HEALTH_CHECK = ['/usr/bin/node', '/app/health.js'];
/** libsecp256k1 as an addon, found at run time. */
const ADDON = {
  secp256k1: ['package.json', 'LICENSE', 'bindings.js', 'lib/index.js', 'lib/uint8array.js', 'prebuilds/linux-x64/secp256k1.glibc.node'],
  'node-gyp-build': ['package.json', 'index.js', 'node-gyp-build.js'],
};

/** @type {Readonly<Record<string, Service>>} */
export const SERVICES = {
  gateway: {
    app: 'gateway',
    title: 'Oracle Gateway',
    configPath: '/etc/oracle-gateway/gateway.toml',
    healthUrl: 'http://127.0.0.1:8080/health',
    ports: [8080, METRICS_PORT],
    stopSeconds: STOPS_SECONDS,
    statePath: '/var/lib/oracle-gateway',
    threads: [],
    hasPages: true,
    packages: ADDON,
  },
  worker: {
    app: 'settlement-worker',
    title: 'Settlement worker of the Oracle Gateway',
    configPath: '/etc/settlement-worker/worker.toml',
    healthUrl: ON_METRICS_PORT,
    ports: [METRICS_PORT, BOARD_PORT],
    stopSeconds: STOPS_SECONDS,
    threads: [],
    hasPages: false,
    packages: { '@bull-board/ui': ['package.json', 'dist/'] },
  },
  node: {
    app: 'oracle-node',
    title: 'Oracle node',
    configPath: '/etc/oracle-node/node.toml',
    healthUrl: 'http://127.0.0.1:7100/health',
    ports: [7100, METRICS_PORT],
    stopSeconds: STOPS_SECONDS,
    threads: ['source-thread.js'],
    hasPages: false,
    packages: ADDON,
  },
  keeper: {
    app: 'keeper',
    title: 'Keeper of the Oracle Gateway',
    configPath: '/etc/oracle-gateway-keeper/keeper.toml',
    healthUrl: ON_METRICS_PORT,
    ports: [METRICS_PORT],
    stopSeconds: KEEPER_STOPS_SECONDS,
    threads: [],
    hasPages: false,
    packages: {},
  },
};
