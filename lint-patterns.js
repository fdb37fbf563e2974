// Patterns of syntax that this project refuses: the rules of lint that are its own, for oxlint (`.oxlintrc.json` has all the rest).

// A module's functions are declarations: they read alike, and their order in the file is free. A constant of a named function type may be an arrow.
const moduleLevel = [
  ':matches(Program, Program > ExportNamedDeclaration)',
  'VariableDeclaration',
  'VariableDeclarator:not([id.typeAnnotation])',
].join(' > ');
const declarationsOnly = [
  {
    selector: `${moduleLevel} > :matches(ArrowFunctionExpression, FunctionExpression).init`,
    message: 'a module-level function is a declaration',
  },
];

// Dependencies of a function come in as `deps`, its data as `input`. A record of dependencies is told by its type's name, or by a member that
// is called.
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
    selector: 'ObjectExpression > SpreadElement > Identifier[name=/^(deps|parts|ports)$|(Deps|Parts|Ports)$/]',
    message: 'a record of dependencies is handed on whole, or its members by name',
  },
  {
    selector: 'TSInterfaceDeclaration[id.name=/Deps$/] > TSInterfaceHeritage',
    message: 'a record of dependencies names its own members',
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

// Each wait has a limit.
const timeLimits = [
  {
    selector: 'MemberExpression[object.name="AbortSignal"][property.name="timeout"]',
    message: 'a limit of time is `withTimeLimit`: Node 20 may collect the signal while a body is awaited, and the wait has no end',
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

function refusing(patterns) {
  return {
    create: (context) =>
      Object.fromEntries(patterns.map(({ selector, message }) => [selector, (node) => context.report({ node, message })])),
  };
}

export default {
  meta: { name: 'patterns' },
  rules: { everywhere: refusing(declarationsOnly), sources: refusing([...depsAndInput, ...timeLimits]), tests: refusing(noTimesInTests) },
};
