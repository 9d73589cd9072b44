// A log that a client cannot flood: the first client error of each kind is logged, then one a minute with the number of suppressed entries.
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const QUIET_MS = 60_000;

interface CalmLog extends Log {
  /** Logs the suppressed entries of kinds that have been quiet for a minute. */
  sweep(): void;
}

interface Kind {
  toldAt: number;
  leftOut: number;
  tell(leftOut: number): void;
}

/** A kind is the text of the message, which is fixed. Errors are the server's own and are all logged. */
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
