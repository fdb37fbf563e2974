// Files of the package's ABIs.
import { compiled } from './compiled.mjs';

/** Internal libraries and abstract parts: their functions are those of the contracts that are made of them. */
const PARTS = new Set([
  'AttestationVerifier',
  'FixedGateway',
  'GatewayReference',
  'OracleRegistry',
  'OwnGateway',
  'Prices',
  'PythAdapter',
  'RegistrySnapshot',
  'Schnorr',
  'Stamps',
]);

/** Text by path: one JSON file for each contract, and all of them with literal types. */
export function abiFiles() {
  const contracts = compiled().filter(([name]) => !PARTS.has(name));
  const head = '// Written by `pnpm --filter @oracle-gateway/evm run abi`. Do not edit.\n';
  const typed = contracts.map(([name, { abi }]) => {
    const rows = abi.map((entry) => `  ${JSON.stringify(entry)},`).join('\n');
    return `\n/** ABI of ${name}.sol. */\nexport const ${name[0].toLowerCase()}${name.slice(1)}Abi = [\n${rows}\n] as const;\n`;
  });
  const json = contracts.map(([name, { abi }]) => [`abi/${name}.json`, `${JSON.stringify(abi, null, 2)}\n`]);
  return new Map([['src/abi.generated.ts', head + typed.join('')], ...json]);
}
