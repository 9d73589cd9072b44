// A message of the log as an update in domain types. Apart, because its schemas are loaded with what reads the log.
import { decodeLive } from '@lookout/features/live-messages.ts';
import { type LiveUpdate, readLive } from '@lookout/features/live-updates.ts';

/** @returns null for a message that does not match the contract: the server is newer than this page */
export function readEvent(payload: unknown): LiveUpdate | null {
  const message = decodeLive(payload);
  return message && readLive(message);
}
