#!/usr/bin/env node
/** Writes idl.json: `pnpm run idl`, which formats it as well. */
import { writeFileSync } from 'node:fs';

import { rootNode } from './codama.mjs';

writeFileSync(new URL('../idl.json', import.meta.url), `${JSON.stringify(rootNode(), null, 2)}\n`);
