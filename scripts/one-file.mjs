// Settings that bundle a program and all its dependencies into one module: for images (deploy/image).

/** The oldest Node on which the project runs. */
export const TARGET = 'node20';

/** Modules of CommonJS ask for these. */
export const COMMONJS = `import { createRequire as createRequireHere } from 'node:module';
import { dirname as dirnameHere } from 'node:path';
import { fileURLToPath as pathOfHere } from 'node:url';
const require = createRequireHere(import.meta.url);
const __filename = pathOfHere(import.meta.url);
const __dirname = dirnameHere(__filename);`;
