// The tables of the load. A number links to its alarms, advice to the page for acting on it.
import { Link } from 'react-router';
import type { LoadCell, LoadTable } from './load-tables.ts';
import { useLoadMessages } from './messages.ts';

interface Props {
  readonly table: LoadTable;
  /** Maximum number of rows shown; the files have all. */
  readonly most?: number;
}

export function LoadTableView({ table: { title, header, rows }, most = Number.POSITIVE_INFINITY }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="statistics-table load-table" tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            {header.map((name, at) => (
              <th key={name} scope="col" className={rows[0]?.cells[at]?.advice && 'load-words'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <CellView key={header[at]} cell={cell} isName={at === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CellView({ cell, isName }: { readonly cell: LoadCell; readonly isName: boolean }) {
  const messages = useLoadMessages();
  if (isName) return <th scope="row">{cell.text}</th>;
  if (cell.advice?.length === 0) return <td className="load-words second">{cell.text}</td>;
  if (cell.advice)
    return (
      <td className="load-advice">
        <ul>
          {cell.advice.map(({ text, why, to }) => (
            <li key={text}>
              {to === null ? <strong>{text}</strong> : <Link to={to}>{text}</Link>} <span className="second">{why}</span>
            </li>
          ))}
        </ul>
      </td>
    );
  return (
    <td className="tabular">
      {cell.to ? (
        <Link to={cell.to} title={messages.toAlarms}>
          {cell.text}
        </Link>
      ) : (
        cell.text
      )}
    </td>
  );
}
