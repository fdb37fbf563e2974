import type { Static, TObject } from '@sinclair/typebox';

/** One tool: what a model reads of it, and what it does. */
export interface ToolDefinition<I extends TObject = TObject, O extends TObject = TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** Whether a call can cost something. */
  readonly isPaid: boolean;
  /** Throws what `describeFailure` describes. */
  readonly run: (input: Static<I>, signal: AbortSignal) => Promise<Static<O>>;
}

/** A tool whose types are its own affair. */
export type Tool = Omit<ToolDefinition, 'run'> & {
  readonly run: (input: never, signal: AbortSignal) => Promise<Readonly<Record<string, unknown>>>;
};

export function defineTool<I extends TObject, O extends TObject>(tool: ToolDefinition<I, O>): Tool {
  return tool;
}
