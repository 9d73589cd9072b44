// What every list and page has in common: a limit that is always given, and an answer that says when it stopped there.

export interface Limit {
  readonly limit: number;
}

/** At most `limit` rows; `more` when there were others. */
export interface Listed<T> {
  readonly list: T[];
  readonly more: boolean;
}

export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
}

export interface Paged<T> {
  readonly total: number;
  readonly list: T[];
}

/** Cuts a list that was asked for with one row too many. */
export const listed = <T>(rows: T[], limit: number): Listed<T> => ({ list: rows.slice(0, limit), more: rows.length > limit });
