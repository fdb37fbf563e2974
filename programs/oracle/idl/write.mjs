#!/usr/bin/env node
/** `pnpm run idl`: writes idl.json and the TypeScript modules that are made from it. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { generatedFiles } from './generated-files.mjs';

for (const { path, text } of await generatedFiles()) writeFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), text);
