// Saves tables as displayed, as a file: Excel (a sheet for each) or CSV (one below the other).

import { ScriptFailed } from '@lookout/web/shared/lazily.ts';
import { saveFile } from '@lookout/web/shared/save-file.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { bookOf, type FileKind, fileNameOf } from '@lookout/web/shared/table/table-file.ts';
import { useSharedMessages } from '@lookout/web/shared/text/messages.ts';
import { App } from 'antd';
import { useStatisticsMessages } from './messages.ts';

export interface TableOfFile {
  readonly title: string;
  readonly header: readonly string[];
  /** A cell with a value is written as that number. */
  readonly rows: readonly (readonly { readonly text: string; readonly value?: number }[])[];
}

/**
 * @returns a function that saves the tables and returns whether it succeeded. `heading` is written above them in CSV, where sheets have no
 * names
 */
export function useTableFile(): (kind: FileKind, name: string, heading: string, tables: readonly TableOfFile[]) => Promise<void> {
  const messages = useStatisticsMessages();
  const { common } = useSharedMessages();
  const { message } = App.useApp();
  const { now } = useServices();
  return async (kind, name, heading, tables) => {
    try {
      const sheets = tables.map(({ title, header, rows }) => ({
        name: title,
        cells: [header, ...rows.map((row) => row.map(({ text, value }) => value ?? text))],
      }));
      saveFile(await bookOf(kind, heading, sheets), fileNameOf(name, kind, new Date(now())));
      void message.success(messages.exported);
    } catch (error) {
      if (error instanceof ScriptFailed) void message.error(common.noScript);
      else throw error;
    }
  };
}
