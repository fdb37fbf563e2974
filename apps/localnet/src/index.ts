export { createWorld } from './world/create-world.js';
export type { Manifest, ManifestKey, ManifestNode, ManifestPids } from './world/manifest.js';
export { PortTakenError } from './world/ports.js';
export { ServiceStartError } from './world/service.js';
export { AlreadyRunningError } from './world/state-folder.js';
export { UnknownProcessError, type RestartTarget, type World, type WorldOptions } from './world/world.js';
