import { readdir, readFile } from 'node:fs/promises';

/** Units of the times in /proc/<pid>/stat (USER_HZ). */
const MS_PER_TICK = 10;

/** User and system time of each process since its start, ms, by its pid. Linux only. */
export function cpuOf(pids) {
  return cpuIn(pids, (pid) => `/proc/${pid}/stat`);
}

/** Time of the thread that runs a process' own code, without the threads that it starts. */
export function mainThreadCpuOf(pids) {
  return cpuIn(pids, (pid) => `/proc/${pid}/task/${pid}/stat`);
}

/** Time of the threads that each process has now, to the nanosecond: a turn of a few rounds is only some ticks long. */
export async function threadsCpuOf(pids) {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const threads = await readdir(`/proc/${pid}/task`);
      const spent = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')));
      return [pid, spent.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6];
    }),
  );
  return new Map(times);
}

async function cpuIn(pids, pathOf) {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(pathOf(pid), 'utf8');
      // The command's name, in parentheses, may hold spaces; utime and stime are the 12th and 13th fields after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [pid, (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK];
    }),
  );
  return new Map(times);
}
