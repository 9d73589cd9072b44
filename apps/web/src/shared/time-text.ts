// Times as lists show them, Beijing time.
import { formatTime } from '@lookout/contract';

/** `11-21 10:15`; the whole of it stands in the title of what shows it, or nearby. */
export const dayAndMinute = (at: Date): string => formatTime(at).slice(5, 16);

/** `14:30`, or with the date when it is another day. */
export function clockText(instant: number, now: number): string {
  const text = formatTime(new Date(instant));
  return text.slice(0, 10) === formatTime(new Date(now)).slice(0, 10) ? text.slice(11, 16) : text.slice(5, 16);
}
