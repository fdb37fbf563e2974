import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A comment `<!-- given … -->` right before a block declares what the text around the block speaks of; readers do not see it. */
const BLOCK = /(?:<!-- given\n([\s\S]*?)-->\n+)?^```(?:ts|typescript)\n([\s\S]*?)^```$/gm;

/** Settings of a user of the packages: a strict project, declarations from what is published and not from the sources. */
const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  types: ['node'],
  noEmit: true,
};

/** The TypeScript blocks of a Markdown text, each with the line its first line stands on, from 1. */
export function typescriptBlocks(markdown) {
  return [...markdown.matchAll(BLOCK)].map((match) => {
    const [whole, given = '', code] = match;
    const before = markdown.slice(0, match.index + whole.length - code.length - '```'.length);
    return { line: before.split('\n').length, given, code };
  });
}

/** Folder from which imports of a document's blocks resolve: its package, or `otherwise` outside all packages. */
export function packageFolder(document, { root, otherwise }) {
  for (let folder = dirname(document); folder !== root; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return otherwise;
}

/**
 * Type-checks blocks, all in one program.
 *
 * @param blocks each `{ document, folder, line, given, code }`
 * @returns what is wrong, as `document:line: message`
 */
export function typeErrors(blocks, { typeRoots }) {
  const sources = new Map(blocks.map((block, index) => [join(block.folder, `block-${index}.ts`), block]));
  const options = { ...OPTIONS, typeRoots };
  const host = ts.createCompilerHost(options);
  const [readFile, fileExists] = [host.readFile.bind(host), host.fileExists.bind(host)];
  // The last line makes every block a module, with names of its own.
  const textOf = ({ given, code }) => `${given}${code}export {};\n`;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.readFile = (path) => (sources.has(path) ? textOf(sources.get(path)) : readFile(path));
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (path, version, ...rest) =>
    sources.has(path) ? ts.createSourceFile(path, textOf(sources.get(path)), version, true) : getSourceFile(path, version, ...rest);
  const program = ts.createProgram([...sources.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, ' ');
    const block = file === undefined ? undefined : sources.get(file.fileName);
    if (block === undefined) return `${file?.fileName ?? 'options'}: ${message}`;
    const inBlock = file.getLineAndCharacterOfPosition(start).line - (block.given.split('\n').length - 1);
    return inBlock < 0 ? `${block.document}:${block.line}: given: ${message}` : `${block.document}:${block.line + inBlock}: ${message}`;
  });
}
