import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const apps = 'apps/*/src/**/*.ts';

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

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/.turbo/**',
      '**/.localnet/**',
      '**/.tools/**',
      '**/.packed-*/**',
      '**/.codama-client-*/**',
      'programs/oracle/{target,.sbf,toolchain}/**',
      '**/*.cjs',
    ],
  },
  js.configs.recommended,
  { rules: { 'no-restricted-syntax': declarationsOnly } },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
    },
  },
  {
    // A single-use type parameter or an awaited non-promise in a test says what is expected; it costs nothing at run time.
    files: ['**/*.test.ts', '**/tests/**/*.ts'],
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    // Only config.ts reads the environment; libraries never do.
    files: ['packages/*/src/**/*.ts', apps],
    ignores: ['**/config.ts', '**/config/**', '**/*.test.ts', 'apps/localnet/**'],
    rules: {
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'only config.ts reads the environment' }],
    },
  },
  {
    files: ['packages/*/src/**/*.ts', apps],
    rules: { 'no-restricted-syntax': [...declarationsOnly, ...depsAndInput] },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        AbortSignal: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        TextDecoder: 'readonly',
        TextEncoder: 'readonly',
        clearTimeout: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        process: 'readonly',
        setTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        setImmediate: 'readonly',
        atob: 'readonly',
        btoa: 'readonly',
        globalThis: 'readonly',
      },
    },
  },
  { files: ['apps/localnet/src/**/*.ts'], rules: { 'no-console': 'off' } },
);
