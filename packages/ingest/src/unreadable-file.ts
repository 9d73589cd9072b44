// The error of every reader for a file that it cannot read.
import type { FileFault } from '@lookout/domain';

/** The file as a whole is rejected; `fault` states the reason. */
export class UnreadableFile extends Error {
  readonly fault: FileFault;
  readonly line: number;
  constructor(fault: FileFault, line = 1) {
    super(`${fault.code} ${JSON.stringify(fault.params)}`);
    this.name = 'UnreadableFile';
    this.fault = fault;
    this.line = line;
  }
}
