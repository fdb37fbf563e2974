import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { repositoryLoader } from './repository-loader.mjs';

export const collections = { docs: defineCollection({ loader: repositoryLoader(), schema: docsSchema() }) };
