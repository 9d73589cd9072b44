// Times as lists show them, Beijing time.
import { formatTime } from '@lookout/contract';

/** `11-21 10:15`; the whole of it stands in the title of what shows it, or nearby. */
export const dayAndMinute = (at: Date): string => formatTime(at).slice(5, 16);
