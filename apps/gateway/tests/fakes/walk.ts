import { type Profiler, Session } from 'node:inspector/promises';

/** The functions of the gateway that a run enters, by source file. */
export type Walk = ReadonlyMap<string, readonly string[]>;

/** Does once what is measured. Resolves with whether it went the usual way: a run that did not is not counted. */
export type Run = () => Promise<boolean>;

const SOURCES = '/apps/gateway/src/';
/** Importers read an export through an arrow of Vitest's. */
const READ_OF_EXPORT = /^\(\) => \{ try \{ return \S+ \} catch \{\} \}$/;

/**
 * V8's precise coverage tells which functions are entered between the start of a run and its end. Functions without a name count. Bodies of
 * modules do not, and neither does what only some of the runs enter: timers and the ends of earlier runs come and go.
 *
 * @param prepare is not measured, and neither is the first run: it makes what is made once
 */
export async function measureWalk(prepare: () => Promise<Run>, { runs = 12 } = {}): Promise<Walk> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Debugger.enable');
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const walks: Walk[] = [];
    while (walks.length <= runs) {
      const run = await prepare();
      await session.post('Profiler.takePreciseCoverage');
      const isUsual = await run();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      if (isUsual) walks.push(await enteredIn(result, session));
    }
    return walks.slice(1).reduce(common);
  } finally {
    session.disconnect();
  }
}

async function enteredIn(scripts: readonly Profiler.ScriptCoverage[], session: Session): Promise<Walk> {
  const walk = new Map<string, readonly string[]>();
  for (const { url, scriptId, functions } of scripts) {
    const file = url.split(SOURCES)[1];
    if (file === undefined) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    const entered = functions.flatMap(({ functionName, ranges: [whole] }) => {
      // The body of a module starts where its file does.
      if (whole === undefined || whole.count === 0 || whole.startOffset === 0) return [];
      if (READ_OF_EXPORT.test(scriptSource.slice(whole.startOffset, whole.endOffset))) return [];
      return [`${functionName}:${whole.startOffset}`];
    });
    if (entered.length > 0) walk.set(file, entered);
  }
  return walk;
}

function common(one: Walk, other: Walk): Walk {
  const shared = [...one].map(([file, entered]) => [file, entered.filter((name) => other.get(file)?.includes(name))] as const);
  return new Map(shared.filter(([, entered]) => entered.length > 0));
}
