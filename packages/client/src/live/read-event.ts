// A message of the log as an update in domain types. Apart, because its schemas are loaded with what reads the log.
import { decodeLive, type LiveUpdate, readLive } from '@lookout/contract';

/** @returns null for a message that does not match the contract: the server is newer than this page */
export function readEvent(payload: unknown): LiveUpdate | null {
  const message = decodeLive(payload);
  return message && readLive(message);
}
