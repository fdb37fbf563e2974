import type { GeneratedModule } from './typescript.mjs';

/** Every file that is made from the tables of this folder, formatted. */
export function generatedFiles(): Promise<readonly GeneratedModule[]>;
