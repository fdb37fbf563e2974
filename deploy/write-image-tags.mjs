#!/usr/bin/env node
// Writes the versions of the apps into the files that name images: the second step of `pnpm run version-packages`.
import { TAGGED_FILES, staleTags } from './image-tags.mjs';

await staleTags(TAGGED_FILES, { write: true });
