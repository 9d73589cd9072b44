import { formatTime } from '@lookout/contract';

/** `火警 2026-11-21 0830.xlsx`, Beijing time; what a file system would refuse in a name is left out. */
export const fileNameOf = (name: string, extension: string, at: Date): string =>
  `${name.replace(/[\\/:*?"<>|]/g, '')} ${formatTime(at).slice(0, 16).replace(':', '')}.${extension}`;
