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

export default tseslint.config(
  { ignores: ['**/dist/**', '**/.turbo/**', '**/.localnet/**', '**/.tools/**', 'programs/oracle/{target,.sbf,toolchain}/**', '**/*.cjs'] },
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
