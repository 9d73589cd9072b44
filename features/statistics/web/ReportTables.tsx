// The report's tables; a number links to its alarms.
import type { Cell, ReportTable, SectionId } from '@lookout/report';
import { useRight } from '@lookout/web/shared/services.ts';
import { Link } from 'react-router';
import { useStatisticsMessages } from './messages.ts';
import { alarmsPath } from './question.ts';

/** Longer tables scroll in a separate frame. */
export function TableView({ table }: { readonly table: ReportTable }) {
  const mayShow = useRight('act-on-alarms');
  const messages = useStatisticsMessages();
  const notes: Partial<Record<SectionId, string>> = {
    posts: messages.postsNote,
    times: messages.timesNote,
    levels: messages.weatherNote,
    weathers: messages.weatherNote,
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="statistics-table" tabIndex={0} aria-label={table.title}>
        <table>
          <thead>
            <tr>
              {table.header.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr key={row.map(({ text }) => text).join(' ')}>
                {row.map((cell, at) => (
                  // The cells of a row never change columns.
                  // biome-ignore lint/suspicious/noArrayIndexKey: the column is the key
                  <CellView key={at} cell={cell} isName={at === 0} mayShow={mayShow} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {notes[table.id] && <p className="second">{notes[table.id]}</p>}
    </>
  );
}

function CellView({ cell, isName, mayShow }: { readonly cell: Cell; readonly isName: boolean; readonly mayShow: boolean }) {
  const messages = useStatisticsMessages();
  if (isName) return <th scope="row">{cell.text}</th>;
  return (
    <td className="tabular">
      {cell.target && mayShow ? (
        <Link to={alarmsPath(cell.target)} title={messages.toAlarms}>
          {cell.text}
        </Link>
      ) : (
        cell.text
      )}
    </td>
  );
}
