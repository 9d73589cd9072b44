// The database's log: one file, bounded. PostgreSQL appends to a descriptor we opened, so the file is emptied in place, not renamed.
import { closeSync, constants, copyFileSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { codeOf } from './processes.ts';

export interface LogFile {
  fd: number;
  path: string;
  close(): void;
}

const LIMIT_BYTES = 8 * 1024 * 1024;
const LOOK_EVERY_MS = 60_000;

/** Opens the log for appending; beyond 8 MB its contents move to `<path>.1`, so both together stay near 16 MB. */
export function openLogFile(path: string): LogFile {
  const fd = openSync(path, constants.O_APPEND | constants.O_CREAT | constants.O_RDWR, 0o600);
  const bound = () => {
    if (fstatSync(fd).size <= LIMIT_BYTES) return;
    try {
      copyFileSync(path, `${path}.1`);
    } catch (error) {
      // A full disk is when the log grows fastest: the old lines are given up, the server lives.
      if (!['ENOSPC', 'EDQUOT', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
    }
    ftruncateSync(fd);
  };
  bound();
  const timer = setInterval(bound, LOOK_EVERY_MS).unref();
  let isOpen = true;
  return {
    fd,
    path,
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      clearInterval(timer);
      closeSync(fd);
    },
  };
}
