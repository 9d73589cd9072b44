// Registered hazard points by grid and kind, and by grade.

import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { HAZARD_KINDS, HAZARD_LEVELS } from '../hazard.ts';
import { byGrid, type CountRow, sumOf } from './counts.ts';
import { useHazardMessages } from './messages.ts';

const POLL_MS = 60_000;

export function CountsTab() {
  const messages = useHazardMessages();
  const client = useClient();
  const counts = useCall(['hazards', 'counts'], client.hazard.hazardCounts, { body: {} }, { refetchInterval: POLL_MS });
  return (
    <QueryResult query={counts} isEmpty={(rows) => rows.length === 0} empty={{ title: messages.empty, hint: messages.emptyHint }}>
      {(rows) => (
        <div className="hazard-counts tabular">
          <dl>
            {HAZARD_LEVELS.map((level) => (
              <div key={level}>
                <dt>{messages.levels[level]}</dt>
                <dd>{sumOf(rows.filter((row) => row.level === level)).count}</dd>
              </div>
            ))}
          </dl>
          <table>
            <thead>
              <tr>
                <th scope="col">{messages.fields.grid}</th>
                {HAZARD_KINDS.map((kind) => (
                  <th key={kind} scope="col">
                    {messages.kinds[kind]}
                  </th>
                ))}
                <th scope="col">{messages.fields.count}</th>
                <th scope="col">{messages.fields.people}</th>
                <th scope="col">{messages.fields.warnedCount}</th>
              </tr>
            </thead>
            <tbody>
              {byGrid(rows).map(([gridName, ofGrid]) => (
                <CountLine key={gridName} name={gridName} rows={ofGrid} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </QueryResult>
  );
}

function CountLine({ name, rows }: { readonly name: string; readonly rows: readonly CountRow[] }) {
  const { count, people, warned } = sumOf(rows);
  return (
    <tr>
      <th scope="row">{name}</th>
      {HAZARD_KINDS.map((kind) => (
        <td key={kind}>{sumOf(rows.filter((row) => row.kind === kind)).count}</td>
      ))}
      <td>{count}</td>
      <td>{people}</td>
      <td>{warned}</td>
    </tr>
  );
}
