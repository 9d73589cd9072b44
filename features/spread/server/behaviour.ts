// How the fire of a run burns at its head by the hour (`headBehaviourByHour`), as it is kept: in places of the map, and to the digits that a model knows.

import {
  attackOf,
  centreOf,
  type GroundCells,
  type Growth,
  type GrowthRequest,
  type HeadRate,
  headBehaviourByHour,
  headRateByHour,
  placeIn,
} from '@lookout/fire-model';
import type { SpreadBehaviour, SpreadModel } from '../spread.ts';

const tenth = (value: number): number => Math.round(10 * value) / 10;

const runningOf = (cells: GroundCells, { untilMinutes, cell, rateMetresPerMinute, headingDegrees }: HeadRate) => ({
  untilMinutes,
  position: placeIn(cells, centreOf(cells.grid, cell)),
  rateMetresPerMinute: tenth(rateMetresPerMinute),
  headingDegrees: Math.round(headingDegrees) % 360,
});
/** What follows from heat, of which Wang's model says nothing: borrowed from the other it would be no word of his. */
const UNKNOWN_HEAT = { flameLengthMetres: null, intensityKilowattsPerMetre: null, attack: null, crown: null, spotting: null } as const;

const BEHAVIOUR_BY: Readonly<Record<SpreadModel, (cells: GroundCells, request: GrowthRequest, growth: Growth) => SpreadBehaviour[]>> = {
  rothermel: (cells, request, growth) =>
    headBehaviourByHour(request, growth).map((head) => ({
      ...runningOf(cells, head),
      intensityKilowattsPerMetre: Math.round(head.intensityKilowattsPerMetre),
      flameLengthMetres: tenth(head.flameLengthMetres),
      // Of what is shown: 1.2 m is no flame below 1.2 m.
      attack: attackOf(tenth(head.flameLengthMetres)),
      crown: head.crown,
      spotting: head.spotting && {
        metres: Math.round(head.spotting.metres),
        towardsDegrees: Math.round(head.spotting.towardsDegrees) % 360,
      },
    })),
  wang: (cells, request, growth) => headRateByHour(request, growth).map((head) => ({ ...runningOf(cells, head), ...UNKNOWN_HEAT })),
};

/** @param growth with its front */
export const behaviourOf = (cells: GroundCells, request: GrowthRequest, growth: Growth): SpreadBehaviour[] =>
  BEHAVIOUR_BY[request.model](cells, request, growth);
