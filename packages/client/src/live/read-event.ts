// Reads a message of the log as an update in domain types. A separate module, because its schemas are loaded together with the code that
// reads the log.
import { decodeLive } from '@lookout/features/live-messages.ts';
import { type LiveUpdate, readLive } from '@lookout/features/live-updates.ts';

/** @returns null for a message that does not match the contract: the server is newer than this page */
export function readEvent(payload: unknown): LiveUpdate | null {
  const message = decodeLive(payload);
  return message && readLive(message);
}
