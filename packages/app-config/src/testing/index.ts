export { judgeMistakes } from './judge-mistakes.js';
export type { Mistake } from './mistake.js';
export { redisMistakes, sharedMistakes } from './shared-mistakes.js';
