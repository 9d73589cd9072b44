// The behaviour at the head of a run's fire by the hour (`headBehaviourByHour`), as it is stored: with map positions, and rounded to the
// accuracy of the model.

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
import type { SpreadModel } from '../spread-inputs.ts';
import type { SpreadBehaviour } from '../spread-result.ts';

const tenth = (value: number): number => Math.round(10 * value) / 10;

const headOf = (cells: GroundCells, { untilMinutes, cell, rateMetresPerMinute, headingDegrees }: HeadRate) => ({
  untilMinutes,
  position: placeIn(cells, centreOf(cells.grid, cell)),
  rateMetresPerMinute: tenth(rateMetresPerMinute),
  headingDegrees: Math.round(headingDegrees) % 360,
});
/**
 * Fields that follow from heat, which Wang's model does not calculate. The values of Rothermel's model would not be results of Wang's
 * model, so they are not used.
 */
const UNKNOWN_HEAT = { flameLengthMetres: null, intensityKilowattsPerMetre: null, attack: null, crown: null, spotting: null } as const;

const BEHAVIOUR_BY: Readonly<Record<SpreadModel, (cells: GroundCells, request: GrowthRequest, growth: Growth) => SpreadBehaviour[]>> = {
  rothermel: (cells, request, growth) =>
    headBehaviourByHour(request, growth).map((head) => ({
      ...headOf(cells, head),
      intensityKilowattsPerMetre: Math.round(head.intensityKilowattsPerMetre),
      flameLengthMetres: tenth(head.flameLengthMetres),
      // Calculated from the displayed length, so that a displayed 1.2 m is not classed as below 1.2 m.
      attack: attackOf(tenth(head.flameLengthMetres)),
      crown: head.crown,
      spotting: head.spotting && {
        metres: Math.round(head.spotting.metres),
        towardsDegrees: Math.round(head.spotting.towardsDegrees) % 360,
      },
    })),
  wang: (cells, request, growth) => headRateByHour(request, growth).map((head) => ({ ...headOf(cells, head), ...UNKNOWN_HEAT })),
};

/** @param growth grown with its front */
export const behaviourOf = (cells: GroundCells, request: GrowthRequest, growth: Growth): SpreadBehaviour[] =>
  BEHAVIOUR_BY[request.model](cells, request, growth);
