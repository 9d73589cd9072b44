// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
export interface VideoTables {
  stream_ticket: { hash: Buffer; session: string; channel: string; expires_at: Date };
}
