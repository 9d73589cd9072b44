// The same detections as JSON: an array of objects with FIRMS' own column names, or { rows: [...] }.
import { fileFault } from '@lookout/domain';
import { readDetection } from './firms.ts';
import type { FirmsSink } from './firms-csv.ts';
import { UnreadableFile } from './firms-csv.ts';

/**
 * @param value parsed JSON. `line` of a refused row is its place in the array, from 1.
 * @throws UnreadableFile when it is no array of rows.
 */
export function readFirmsJson(value: unknown, now: Date, sink: FirmsSink): void {
  const rows = Array.isArray(value) ? value : rowsOf(value);
  if (rows === null) throw new UnreadableFile(fileFault('satellite-json-without-rows'));
  rows.forEach((row: unknown, i) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      sink.rejected({ line: i + 1, error: fileFault('row-not-an-object') });
      return;
    }
    const fields = row as Record<string, unknown>;
    const detection = readDetection((name) => textOf(fields[name]), now);
    if (detection.ok) sink.read(i + 1, detection.value);
    else sink.rejected({ line: i + 1, error: detection.error });
  });
}

function rowsOf(value: unknown): unknown[] | null {
  const rows = typeof value === 'object' && value !== null ? (value as { rows?: unknown }).rows : undefined;
  return Array.isArray(rows) ? rows : null;
}

const textOf = (v: unknown): string | undefined => (typeof v === 'string' ? v.trim() : typeof v === 'number' ? String(v) : undefined);
