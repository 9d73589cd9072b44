// An Excel or CSV file as rows of texts, before its columns are read. The format is detected from the content, never from the name.
import type { FileFault } from '@lookout/domain';

export interface TableColumn {
  readonly name: string;
  /** The column must exist and have a value in every row. */
  readonly required?: boolean;
}

export type SheetCell = string | ShownNumber | BadCell;

export interface SheetRow {
  /** Line number as in Excel: the first line of the file is 1. */
  readonly line: number;
  /** The trimmed cells by column, from the left; an empty cell is an empty string. */
  readonly cells: readonly SheetCell[];
  /** Why the row as a whole cannot be read. */
  readonly fault: FileFault | null;
}

export interface Sheet {
  /** Non-empty rows; the first is the header. */
  readonly rows: readonly SheetRow[];
  /** Default: false. */
  readonly hasDecimalCommas?: boolean;
}

/** A number of a workbook: as its format displays it, and as it is stored. */
export interface ShownNumber {
  readonly text: string;
  readonly number: number;
}

/** A cell that cannot be read as text. */
export interface BadCell {
  readonly fault: FileFault;
}
