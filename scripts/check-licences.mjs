#!/usr/bin/env node
// The licences of everything that an installation of the published packages brings along.
import { join } from 'node:path';
import { licenceFaults } from './sbom/licences.mjs';
import { productionDependencies } from './sbom/production-dependencies.mjs';

const dependencies = productionDependencies(join(import.meta.dirname, '..'));
const faults = licenceFaults(dependencies);
for (const fault of faults) console.error(fault);
console.log(`${dependencies.length} dependencies, ${faults.length} faults`);
process.exitCode = faults.length === 0 && dependencies.length > 0 ? 0 : 1;
