export interface Migration {
  /** `NNNN-name`: the order of application, and the key under which it is remembered. Never renamed once released. */
  readonly name: string;
  /** Plain SQL, no newer than PostgreSQL 15; runs inside the one transaction of all pending migrations. */
  readonly sql: string;
}
