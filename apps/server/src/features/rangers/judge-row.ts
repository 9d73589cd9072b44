// One row of a position batch: a position of a known ranger, or why not. One bad row costs the others nothing.
import { parseTime, positionRow, readBySchema } from '@lookout/contract';
import { FUTURE_TOLERANCE_MS, ok, type Position, type RangerPosition, type Result, refuse } from '@lookout/domain';
import { type FieldFault, fieldFault } from '../../acting/refusal.ts';

export interface PositionJudge {
  readonly isKnown: (userId: string) => boolean;
  /** The only one this sender may speak for; null: any ranger. */
  readonly onlyFor: string | null;
  readonly now: Date;
}

export function judgeRow(row: unknown, judge: PositionJudge): Result<RangerPosition, FieldFault> {
  const plain = readPlain(row, judge);
  if (plain) return judgePosition(plain, judge);
  const read = readBySchema(positionRow, row);
  if (!read.ok) return refuse(read.error[0]);
  const { userId, position, actualUploadTime: at } = read.value;
  return judgePosition({ userId: userId.toLowerCase(), position, at }, judge);
}

function judgePosition(said: RangerPosition, { isKnown, onlyFor, now }: PositionJudge): Result<RangerPosition, FieldFault> {
  const { userId, at } = said;
  if (onlyFor !== null && userId !== onlyFor) return refuse(fieldFault('userId', 'only-own-position'));
  if (!isKnown(userId)) return refuse(fieldFault('userId', 'no-such-ranger-id'));
  if (at.getTime() > now.getTime() + FUTURE_TOLERANCE_MS) return refuse(fieldFault('actualUploadTime', 'in-the-future'));
  return ok(said);
}

/**
 * A row as phones and machines write nearly all of them, read without the schema, which takes ten times as long; of such a row it says the
 * same. A known id is a well-formed one.
 * @returns null: let the schema read it
 */
function readPlain(row: unknown, { isKnown }: PositionJudge): RangerPosition | null {
  if (typeof row !== 'object' || row === null) return null;
  const { userId, position, actualUploadTime } = row as Record<string, unknown>;
  if (typeof userId !== 'string' || typeof actualUploadTime !== 'string' || !isKnown(userId)) return null;
  if (typeof position !== 'object' || position === null) return null;
  const { lng, lat } = position as Record<keyof Position, unknown>;
  if (typeof lng !== 'number' || typeof lat !== 'number' || !(Math.abs(lng) <= 180) || !(Math.abs(lat) <= 90)) return null;
  const at = timeOf(actualUploadTime);
  return at && { userId, position: { lng, lat }, at };
}

/** The rows of a batch say the same few moments over and over. */
let lastTime: { readonly text: string; readonly at: Date | null } = { text: '', at: null };
function timeOf(text: string): Date | null {
  if (text !== lastTime.text) lastTime = { text, at: parseTime(text) };
  return lastTime.at;
}
