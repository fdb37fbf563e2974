export { createWorld } from './start/create-world.js';
export type { Manifest, ManifestKey, ManifestNode, ManifestPids } from './world/manifest.js';
export { PortTakenError } from './base/ports.js';
export { ServiceStartError } from './base/service.js';
export { AlreadyRunningError } from './base/state-folder.js';
export { UnknownProcessError, type RestartTarget, type World, type WorldOptions } from './world/world.js';
