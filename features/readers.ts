// The readers by which a client parses the replies of calls, from JSON to domain types. A row names its reader; the readers are in the
// files next to the writers. There are no schemas here, so that a page reads without loading them.
import { readers } from './readers.generated.ts';

type AllReaders = typeof readers;

declare module '@lookout/contract/row.ts' {
  interface Readers extends AllReaders {}
}

export { readers };
