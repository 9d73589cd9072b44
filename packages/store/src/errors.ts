// StoreUnavailable, and how driver errors that mean it are distinguished from programming errors.

/** `connection`: down or unreachable. `busy`: running, with all connections in use. */
export type UnavailableReason = 'connection' | 'busy' | 'timeout' | 'disk-full';

/** The database is temporarily unavailable. The call itself is valid: the server replies 503 (507 for a full disk). */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly reason: UnavailableReason;
  constructor(reason: UnavailableReason, cause: unknown) {
    super(`database unavailable (${reason}): ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.reason = reason;
  }
}

// https://www.postgresql.org/docs/15/errcodes-appendix.html
const reasonOfSqlState: Readonly<Record<string, UnavailableReason>> = {
  '25006': 'connection', // read-only: a failover is running
  '25P03': 'timeout',
  '53100': 'disk-full',
  '53200': 'connection',
  '53300': 'connection',
  '55P03': 'timeout',
  '57014': 'timeout',
  '57P01': 'connection',
  '57P02': 'connection',
  '57P03': 'connection',
  '58030': 'connection', // input or output error
};

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

// Errors of the driver without a code.
const brokenConnection = /connection terminated|connection error and is not queryable|client was closed|not queryable/i;
const slowToConnect = /timeout expired|connection timeout/i;
const lineTooLong = /timeout exceeded when trying to connect/i;

const matches = (error: unknown, pattern: RegExp): boolean => error instanceof Error && pattern.test(error.message);

/** Whether a new connection timed out. A server that is down refuses sooner. */
export const isSlowToConnect = (error: unknown): boolean => matches(error, slowToConnect);

/** Whether a statement was neither answered nor ended by the server's own timeout. Its connection is then dead. */
export const isSilent = (error: unknown): boolean => matches(error, /query read timeout/i);

/** Whether waiting for a free connection timed out. */
export const waitedInVain = (error: unknown): boolean => matches(error, lineTooLong);

/** The role lacks a privilege. */
export const isNotAllowed = (error: unknown): boolean => codeOf(error) === '42501';

/** The server is starting or recovering. */
export const isComingUp = (error: unknown): boolean => codeOf(error) === '57P03';

const codeOf = (error: unknown): string | null => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
};

/** Converts a driver error that means "unavailable" into StoreUnavailable; any other error is returned unchanged. */
export function translate(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  if (error instanceof AggregateError && error.errors.length > 0) {
    // "localhost" is tried as ::1 and 127.0.0.1: one refusal each.
    return error.errors.every((one) => translate(one) instanceof StoreUnavailable)
      ? new StoreUnavailable('connection', error.errors[0])
      : error;
  }
  const code = codeOf(error);
  const reason =
    code === null ? undefined : (reasonOfSqlState[code] ?? (networkCodes.has(code) || code.startsWith('08') ? 'connection' : undefined));
  if (reason !== undefined) return new StoreUnavailable(reason, error);
  if (isSilent(error)) return new StoreUnavailable('timeout', error);
  if (waitedInVain(error)) return new StoreUnavailable('busy', error);
  if (isSlowToConnect(error) || matches(error, brokenConnection)) return new StoreUnavailable('connection', error);
  return error;
}

/** Whether the error is a violation of this unique constraint or index. */
export const violates = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint;

/** Whether the statement was ended because of a deadlock. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01';

/**
 * Whether the database itself refused the statement, so that certainly nothing of it is stored: invalid data (class 22), a violated
 * constraint (23), or a deadlock. After a broken connection the result is unknown.
 * https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
export const isRolledBack = (error: unknown): boolean => isDeadlock(error) || /^2[23]/.test(codeOf(error) ?? '');
