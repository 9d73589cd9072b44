// A log that a client cannot fill: what clients do wrong is told by the first of its kind, then once a minute with how many were left out.
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const QUIET_MS = 60_000;

interface CalmLog extends Log {
  /** Tells what was left out of kinds that have been quiet for a minute. */
  sweep(): void;
}

interface Kind {
  toldAt: number;
  leftOut: number;
  tell(leftOut: number): void;
}

/** Kinds are the messages, which are fixed texts. Errors are ours, and all told. */
export function calmed(log: Log, now: () => number): CalmLog {
  const kinds = new Map<string, Kind>();
  const calm = (level: 'info' | 'warn') => (fields: object, message: string) => {
    const kind = kinds.get(message);
    const tell = (leftOut: number) => log[level](leftOut > 0 ? { ...fields, leftOut } : fields, message);
    if (kind === undefined) {
      tell(0);
      kinds.set(message, { toldAt: now(), leftOut: 0, tell });
    } else {
      kind.leftOut += 1;
      kind.tell = tell;
      tellWhenDue(kind);
    }
  };
  const tellWhenDue = (kind: Kind): void => {
    if (kind.leftOut === 0 || now() - kind.toldAt < QUIET_MS) return;
    kind.tell(kind.leftOut - 1);
    kind.toldAt = now();
    kind.leftOut = 0;
  };
  return {
    info: calm('info'),
    warn: calm('warn'),
    error: (fields, message) => log.error(fields, message),
    sweep() {
      for (const kind of kinds.values()) tellWhenDue(kind);
    },
  };
}
