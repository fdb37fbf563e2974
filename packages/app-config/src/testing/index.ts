export { createMistakenConfigs, type MistakenConfigs } from './mistaken-configs.js';
export { apart, type Mistake } from './mistake.js';
export { redisMistakes, sharedMistakes } from './shared-mistakes.js';
