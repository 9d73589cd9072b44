// How a client reads the replies of calls: from JSON to domain types. A row names its reader; the readers are beside the writers. No schemas here, so that
// a page reads without loading them.
import { readers } from './readers.generated.ts';

type AllReaders = typeof readers;

declare module '@lookout/contract/row.ts' {
  interface Readers extends AllReaders {}
}

export { readers };
