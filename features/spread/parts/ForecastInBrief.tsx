// 研判: the newest forecast of the fire in a few lines. The tab 推演 shows all of it.

import { MINUTE_MS } from '@lookout/domain';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useNow } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import type { Briefing } from '../../decision/decision.calls.ts';
import { pointing, usePointer } from '../../decision/parts/surroundings-part.ts';
import { arrivalOf, arrivalText } from './arrival-text.ts';
import { useSpreadMessages } from './messages.ts';
import { hectaresText, kindText } from './SpreadResult.tsx';

export function ForecastInBrief({ forecast }: Pick<Briefing, 'forecast'>) {
  const messages = useSpreadMessages();
  const { kindNames } = useGlobeMessages().near;
  const pointer = usePointer();
  const now = useNow();
  if (forecast === null) return <p className="second">{messages.brief.none}</p>;
  const { run, areaHectares, worst, hits, hitCount } = forecast;
  return (
    <>
      <p className="tabular">
        <strong>{messages.brief.area(clockText(run.begin, now), run.hours, hectaresText(areaHectares))}</strong> {messages.notObserved}
      </p>
      {worst !== null && worst.flameLengthMetres !== null && worst.attack !== null && (
        <p className="tabular">
          {messages.brief.flames(worst.flameLengthMetres.toFixed(1))}
          {marks().comma}
          {messages.attackers[worst.attack]}
        </p>
      )}
      {run.model === 'wang' && <p className="second">{messages.brief.flamesUnknown}</p>}
      {hits.length === 0 && <p className="second">{messages.noImpacts}</p>}
      <ul>
        {hits.map(({ kind, gridNo, id, name, position, inhabitants, arrivalMinutes }) => {
          const at = { ...position, text: name };
          const first = arrivalOf(arrivalMinutes);
          return (
            <li key={`${kind} ${id}`}>
              <button type="button" className="list-row" onClick={() => pointer.keep(at)} {...pointing(pointer, at)}>
                <span className="tag row-tag">{kindText({ kind, gridNo }, run.gridNo, messages, kindNames)}</span>
                <strong>{name}</strong>
                {inhabitants !== null && <span>{messages.inhabitants(inhabitants)}</span>}
                <span className="gap" />
                {first !== null && <span className="tabular">{clockText(new Date(run.begin.getTime() + first * MINUTE_MS), now)}</span>}
                <span className="row-second second tabular">{arrivalText(arrivalMinutes, messages)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {hitCount > hits.length && <p className="hint">{messages.brief.more(hitCount - hits.length)}</p>}
    </>
  );
}
