// One row of a position batch: a position of a known ranger, or why not. One bad row costs the others nothing.
import { parseTime, positionRow } from '@lookout/contract';
import { FUTURE_TOLERANCE_MS, ok, type Position, type RangerPosition, type Result, refuse } from '@lookout/domain';

export interface RowFault {
  readonly path: string;
  readonly reason: string;
}

export interface PositionJudge {
  readonly isKnown: (userId: string) => boolean;
  /** The only one this sender may speak for; null: any ranger. */
  readonly onlyFor: string | null;
  readonly now: Date;
}

export function judgeRow(row: unknown, judge: PositionJudge): Result<RangerPosition, RowFault> {
  const plain = readPlain(row, judge);
  if (plain) return judgePosition(plain, judge);
  const read = positionRow.safeParse(row);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refuse({ path: issue?.path.map(String).join('.') ?? '', reason: issue?.message ?? '格式不正确' });
  }
  const { userId, position, actualUploadTime: at } = read.data;
  return judgePosition({ userId: userId.toLowerCase(), position, at }, judge);
}

function judgePosition(said: RangerPosition, { isKnown, onlyFor, now }: PositionJudge): Result<RangerPosition, RowFault> {
  const { userId, at } = said;
  if (onlyFor !== null && userId !== onlyFor) return refuse({ path: 'userId', reason: '只能上传自己的位置' });
  if (!isKnown(userId)) return refuse({ path: 'userId', reason: '没有这个护林员' });
  if (at.getTime() > now.getTime() + FUTURE_TOLERANCE_MS) return refuse({ path: 'actualUploadTime', reason: '时间在未来' });
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
