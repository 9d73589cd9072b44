// One step of the database: its name and its SQL.

export interface Migration {
  /**
   * `NNNN-name`: determines the order of application, and is the key under which the migration is recorded as applied. Never renamed once
   * released.
   */
  readonly name: string;
  /** Plain SQL, valid for PostgreSQL 15; runs inside the one transaction of all pending migrations. */
  readonly sql: string;
}
