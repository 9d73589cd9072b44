// How the fire of a run burns at its head by the hour (`headBehaviourByHour`), as it is kept: in places of the map, and to the digits that a model knows.
import type { SpreadBehaviour } from '@lookout/domain';
import { attackOf, centreOf, type GroundCells, type Growth, type GrowthRequest, headBehaviourByHour, placeIn } from '@lookout/fire-model';

const tenth = (value: number): number => Math.round(10 * value) / 10;

/** @param growth with its front */
export const behaviourOf = (cells: GroundCells, request: GrowthRequest, growth: Growth): SpreadBehaviour[] =>
  headBehaviourByHour(request, growth).map(
    ({ untilMinutes, cell, rateMetresPerMinute, intensityKilowattsPerMetre, flameLengthMetres, headingDegrees, crown, spotting }) => ({
      untilMinutes,
      position: placeIn(cells, centreOf(cells.grid, cell)),
      rateMetresPerMinute: tenth(rateMetresPerMinute),
      intensityKilowattsPerMetre: Math.round(intensityKilowattsPerMetre),
      flameLengthMetres: tenth(flameLengthMetres),
      headingDegrees: Math.round(headingDegrees) % 360,
      // Of what is shown: 1.2 m is no flame below 1.2 m.
      attack: attackOf(tenth(flameLengthMetres)),
      crown,
      spotting: spotting && { metres: Math.round(spotting.metres), towardsDegrees: Math.round(spotting.towardsDegrees) % 360 },
    }),
  );
