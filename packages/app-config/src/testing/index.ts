export { judgeMistakes } from './judge-mistakes.js';
export { judgeSecretFiles, redisPasswordIn } from './judge-secret-files.js';
export type { Mistake } from './mistake.js';
export { redisMistakes, sharedMistakes } from './shared-mistakes.js';
