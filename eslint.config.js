// What oxlint cannot hold (`.oxlintrc.json` has all the rest): rules over patterns of syntax, and one rule over types.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { workspaceFolders } from './scripts/workspace.mjs';

// A module's functions are declarations: they read alike, and their order in the file is free. A constant of a named function type may be an arrow.
const moduleLevel = [
  ':matches(Program, Program > ExportNamedDeclaration)',
  'VariableDeclaration',
  'VariableDeclarator:not([id.typeAnnotation])',
].join(' > ');
const declarationsOnly = [
  'error',
  {
    selector: `${moduleLevel} > :matches(ArrowFunctionExpression, FunctionExpression).init`,
    message: 'a module-level function is a declaration',
  },
];

// What a function works with comes in as `deps`, what it works on as `input`: a record of the first kind is told by its type's name, or by a
// member that is called.
const depsAndInput = [
  {
    selector: ':function > Identifier.params[name=/^(dependencies|opts|ctx)$/]',
    message: 'dependencies come in as `deps`, data as `input`',
  },
  {
    selector: ':matches(TSInterfaceDeclaration, TSTypeAliasDeclaration)[id.name=/Dependencies$/]',
    message: 'a record of dependencies is named …Deps',
  },
  {
    selector: ':function > Identifier.params[name!="deps"][typeAnnotation.typeAnnotation.typeName.name=/Deps$/]',
    message: 'dependencies come in as `deps`',
  },
  {
    selector: ':function > Identifier.params[name="deps"][typeAnnotation.typeAnnotation.typeName.name=/(Input|Options)$/]',
    message: 'a record that comes in as `deps` is named …Deps',
  },
  {
    selector: [
      ':matches(Program, ExportNamedDeclaration) > FunctionDeclaration',
      'Identifier.params[name="input"]',
      'TSTypeAnnotation',
      'TSTypeLiteral',
      'TSPropertySignature',
      'TSTypeAnnotation',
      'TSFunctionType',
    ].join(' > '),
    message: 'what is called is a dependency: it comes in as `deps`',
  },
];

// The machine's speed decides no test: a test waits for an event, and one limit for all ends what hangs (`vitest.base.ts`).
const noTimesInTests = [
  {
    selector: ['waitFor', 'waitUntil', 'setConfig']
      .map((name) => `CallExpression[callee.object.name="vi"][callee.property.name="${name}"]`)
      .join(),
    message: 'wait by `expect.poll`, or by `eventually` of dev-servers; the limit of a test is that of vitest.base.ts',
  },
  {
    selector: 'CallExpression[callee.property.name="poll"] > ObjectExpression > Property[key.name="timeout"]',
    message: 'no poll has a limit of its own: vitest.base.ts has one for all',
  },
  {
    selector:
      'CallExpression[callee.name=/^(it|test|describe|beforeAll|beforeEach|afterAll|afterEach)$/] > Literal:not(:first-child)[raw=/^[0-9]/]',
    message: 'no test has a limit of its own: vitest.base.ts has one for all',
  },
  {
    selector: 'CallExpression[callee.name=/^(it|test|describe)$/] > ObjectExpression > Property[key.name="timeout"][value.type="Literal"]',
    message: 'no test has a limit of its own; one whose cases are drawn has a limit that grows with them',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^toBeLessThan/] > MemberExpression CallExpression[callee.object.name=/^(performance|Date)$/][callee.property.name="now"]',
    message: 'no test is decided by how fast the machine is: compare with what was done, or between two readings of the clock',
  },
];

/** Every project's TypeScript as one program: one for each would compute the types of a package again for all that import it. */
function oneProgram() {
  const configs = ['.', ...workspaceFolders(import.meta.dirname)]
    .map((folder) => join(import.meta.dirname, folder, 'tsconfig.json'))
    .filter((path) => existsSync(path));
  const projects = configs.map((path) => ts.getParsedCommandLineOfConfigFile(path, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic }));
  const files = projects.flatMap(({ fileNames }) => fileNames.filter((name) => name.endsWith('.ts')));
  return ts.createProgram([...new Set(files)], projects[0].options);
}

function onUnRecoverableConfigFileDiagnostic({ messageText }) {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
}

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/.turbo/**',
      '**/.localnet/**',
      '**/.tools/**',
      '**/.astro/**',
      '**/.compare/**',
      '**/.packed-*/**',
      '**/.codama-client-*/**',
      'programs/{target,*/target}/**',
      'programs/oracle/{.sbf,toolchain}/**',
      '**/*.cjs',
    ],
  },
  // Directives are oxlint's: most of what they name is not a rule of this file.
  { linterOptions: { reportUnusedDisableDirectives: 'off' }, rules: { 'no-restricted-syntax': declarationsOnly } },
  {
    files: ['**/*.ts'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: { parser: tseslint.parser, parserOptions: { programs: [oneProgram()] } },
    rules: {
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'error',
      // oxlint has it too, and passes over `void (await value)`.
      '@typescript-eslint/no-meaningless-void-operator': 'error',
    },
  },
  {
    files: ['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts', 'contracts/*/src/**/*.ts'],
    rules: { 'no-restricted-syntax': [...declarationsOnly, ...depsAndInput] },
  },
  {
    files: ['**/*.{test,cases,browser}.ts', '**/tests/**/*.ts'],
    rules: { 'no-restricted-syntax': [...declarationsOnly, ...noTimesInTests] },
  },
);
