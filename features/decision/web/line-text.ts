// The lines of a suggested first sending as text. Pure.
import { compassOf } from '@lookout/domain';
import { wayText } from '@lookout/web/globe/distance-text.ts';
import type { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import type { NamedWay, SendingLine, Way } from '../sending.ts';
import type { DecisionMessages } from './messages.ts';

type Units = ReturnType<typeof useGlobeMessages>['near']['units'];

export function lineText(line: SendingLine, messages: DecisionMessages, units: Units): string {
  const { people, team, take, safety } = messages.lines;
  const way = (to: Way) => wayText(to, units);
  const named = (text: (name: string, way: string) => string, to: NamedWay) => text(to.name, way(to));
  switch (line.topic) {
    case 'people': {
      // The text belongs to this line's code; TypeScript cannot follow a key and its value through a lookup.
      const text = people[line.code] as (params: typeof line.params) => string;
      return text(line.params);
    }
    case 'team':
      return line.code === 'none' ? team.none : named(team[line.code], line.params);
    case 'take':
      return line.code === 'no-water'
        ? take['no-water'](distanceText(line.params.withinMetres, units))
        : named(take[line.code], line.params);
    case 'safety':
      switch (line.code) {
        case 'head':
          return safety.head(line.params.attack, line.params.flameLengthMetres);
        case 'wind':
          return safety.wind(
            line.params.force,
            line.params.fromDegrees === null ? null : units.compass[compassOf(line.params.fromDegrees)],
          );
        case 'slope':
          return safety.slope(line.params);
        case 'dry-air':
          return safety['dry-air'](line.params);
        case 'danger-source':
          return named(safety['danger-source'], line.params);
        case 'village':
          return safety.village(line.params.name, way(line.params), messages.inhabitants(line.params.inhabitants), line.params.isDownwind);
      }
  }
}
