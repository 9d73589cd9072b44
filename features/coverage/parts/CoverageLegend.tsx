// The meaning of the colours of one or more pictures of the same kind, with the area of each class.

import { marks } from '@lookout/web/shared/text/marks.ts';
import { ELLIPSE_LIMITS_METRES } from '../coverage.ts';
import { useCoverageMessages } from './messages.ts';
import type { Picture } from './use-coverage.ts';

/** @param pictures of the same kind, at least one */
export function CoverageLegend({ pictures }: { readonly pictures: readonly Picture[] }) {
  const messages = useCoverageMessages();
  const [first] = pictures;
  if (first === undefined) return null;
  const classes = first.legend.map(({ class: name, colour }, index) => ({
    name,
    index,
    colour,
    hectares: pictures.reduce((sum, { legend }) => sum + (legend.find((one) => one.class === name)?.hectares ?? 0), 0),
  }));
  const once = (texts: readonly string[]) => [...new Set(texts)];
  return (
    <>
      <ul className="coverage-legend tabular" aria-label={messages.legend}>
        {classes.map(({ name, index, colour, hectares }) => (
          <li key={name} className="line">
            <span className="coverage-swatch" style={{ background: colour }} aria-hidden="true" />
            <span className="cut">{classText(first.show, name, index, messages)}</span>
            <span className="second">{messages.hectares(hectares)}</span>
          </li>
        ))}
      </ul>
      <p className="hint">
        {[
          ...once(pictures.map(({ ground }) => messages.grounds[ground])),
          ...once(pictures.map(({ cellMetres }) => messages.cells(cellMetres))),
        ].join(marks().semicolon)}
      </p>
    </>
  );
}

/** The classes of a viewshed are named by the lowest height in view, those of ellipses stand in the order of their limits. */
function classText(show: Picture['show'], name: string, index: number, messages: ReturnType<typeof useCoverageMessages>): string {
  if (show === 'ellipse') return messages.ellipse(ELLIPSE_LIMITS_METRES[index - 1] ?? 0, ELLIPSE_LIMITS_METRES[index] ?? null);
  if (show === 'viewshed') return messages.seenFrom(Number(name));
  return messages.classes[name] ?? name;
}
