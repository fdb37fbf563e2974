import type { Redis } from 'ioredis';

type Loss = 'nothing' | 'the answer' | 'the command';

/** A connection whose answers to some commands are lost, as by a server that hangs: the command was carried out, or will be, or never. */
export class LossyAnswers {
  lose: Loss = 'nothing';
  readonly connection: Redis;
  private readonly late: (() => unknown)[] = [];
  private readonly counts = new Map<string, number>();

  constructor(redis: Redis, names: readonly string[]) {
    this.connection = new Proxy(redis, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...args: readonly unknown[]): unknown => {
          const run = (): unknown => Reflect.apply(member, target, args);
          if (typeof name === 'string') this.counts.set(name, this.countOf(name) + 1);
          return typeof name === 'string' && names.includes(name) ? this.pass(run) : run();
        };
      },
    });
  }

  /** Number of times that a command was sent. */
  countOf(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** The server reads what was lost. */
  async carryOutLate(): Promise<void> {
    for (const run of this.late.splice(0)) await run();
  }

  private async pass(run: () => unknown): Promise<unknown> {
    if (this.lose === 'the command') this.late.push(run);
    const answer = this.lose === 'the command' ? undefined : await run();
    if (this.lose !== 'nothing') throw new Error('Command timed out');
    return answer;
  }
}
