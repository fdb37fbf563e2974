#!/usr/bin/env node
// The crates for other programs as a registry gets them: packs each, builds what was packed, and checks what is in it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const programs = join(dirname(dirname(fileURLToPath(import.meta.url))), 'programs');
const target = join(programs, 'target');
const CRATES = [
  { folder: 'attestation', name: 'oracle-gateway-attestation' },
  { folder: 'feed', name: 'oracle-gateway-feed', hasNoDependency: true },
];
const METADATA = ['description', 'license', 'repository', 'readme', 'keywords', 'categories', 'rust-version'];
const LIMIT_MS = 1_800_000;

function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: LIMIT_MS });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

/** Faults of the packed crate. */
function faultsOf({ folder, name, hasNoDependency = false }) {
  // It builds the packed crate alone, in the folder of the host tests.
  run('cargo', ['package', '--package', name, '--locked', '--allow-dirty', '--quiet', '--target-dir', target], join(programs, folder));
  // All crates have one version.
  const version = /^version = "(.*)"$/m.exec(readFileSync(join(programs, 'feed', 'Cargo.toml'), 'utf8'))?.[1];
  const packed = `${name}-${version}`;
  const files = run('tar', ['tzf', `${packed}.crate`], join(target, 'package'))
    .trim()
    .split('\n')
    .map((path) => path.slice(packed.length + 1));
  const manifest = run('tar', ['xzOf', `${packed}.crate`, `${packed}/Cargo.toml`], join(target, 'package'));
  return [
    ...['README.md', 'LICENSE', 'src/lib.rs'].filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files.filter((file) => /_tests\.rs$|fixture/.test(file)).map((file) => `${file} is a test, which needs the repository`),
    ...METADATA.filter((field) => !new RegExp(`^${field} = `, 'm').test(manifest)).map((field) => `Cargo.toml has no ${field}`),
    ...(/^path = (?!"src\/lib\.rs")/m.test(manifest) ? ['Cargo.toml names a path, which a registry has not'] : []),
    ...(hasNoDependency && requiredDependencies(manifest).length > 0
      ? [`it has dependencies: ${requiredDependencies(manifest).join(', ')}`]
      : []),
  ];
}

/** Names of the dependencies that are not optional. */
function requiredDependencies(manifest) {
  return manifest.split(/^(?=\[)/m).flatMap((table) => {
    const name = /^\[(?:target\..*\.)?dependencies\.(.*)\]/.exec(table)?.[1];
    return name === undefined || /^optional = true$/m.test(table) ? [] : [name];
  });
}

let faults = 0;
for (const crate of CRATES) {
  for (const fault of faultsOf(crate)) {
    faults += 1;
    console.error(`programs/${crate.folder}: ${fault}`);
  }
}
console.log(`${CRATES.length} crates, ${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
