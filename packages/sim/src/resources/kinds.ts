// What there is of each kind of resource in a county of the demo: how many, where it stands, and what it says of itself.
import type { ResourceKind } from '@lookout/domain';
import type { Draws } from '../draws.ts';
import type { SiteWish } from '../ground/siting.ts';
import { resourceWords } from '../words.ts';

export interface KindPlan {
  /** In a county of Aba or Weihui; elsewhere one of each is enough. */
  readonly count: number;
  readonly wish: SiteWish;
  readonly attributes: (draws: Draws) => Readonly<Record<string, string | number>>;
  readonly rangeMetres?: readonly [least: number, most: number];
}

const { attributes: said, choices } = resourceWords;
const whole = (draws: Draws, least: number, most: number): number => Math.round(draws.between(least, most));
const tens = (draws: Draws, least: number, most: number): number => Math.round(draws.between(least, most) / 10) * 10;

export const kindPlans: Readonly<Record<ResourceKind, KindPlan>> = {
  fireCommand: {
    count: 1,
    wish: { lie: 'level', away: [150, 700] },
    attributes: (draws) => ({ [said.seats]: whole(draws, 4, 12), [said.onDuty]: whole(draws, 2, 6) }),
  },
  checkStation: {
    count: 4,
    wish: { lie: 'valley', away: [1_500, 4_500] },
    attributes: (draws) => ({ [said.onDuty]: whole(draws, 2, 5), [said.hours]: draws.pick(choices.hours) }),
  },
  materialRepository: {
    count: 2,
    wish: { lie: 'level', away: [300, 1_500] },
    attributes: (draws) => ({
      [said.blowers]: whole(draws, 10, 60),
      [said.pumps]: whole(draws, 2, 12),
      [said.swatters]: tens(draws, 50, 300),
      [said.suits]: tens(draws, 30, 200),
      [said.saws]: whole(draws, 4, 20),
    }),
  },
  team: {
    count: 2,
    wish: { lie: 'level', away: [300, 1_800] },
    attributes: (draws) => ({
      [said.people]: whole(draws, 12, 45),
      [said.vehicles]: whole(draws, 1, 5),
      [said.blowers]: whole(draws, 6, 20),
      [said.teamType]: draws.pick(choices.teamTypes),
    }),
  },
  watchTower: {
    count: 3,
    wish: { lie: 'summit', away: [1_500, 5_000] },
    attributes: (draws) => ({ [said.towerHeight]: whole(draws, 9, 24), [said.onDuty]: whole(draws, 1, 2) }),
    rangeMetres: [6_000, 12_000],
  },
  waterSource: {
    count: 4,
    wish: { lie: 'valley', away: [600, 4_500] },
    attributes: (draws) => ({ [said.waterType]: draws.pick(choices.waterTypes), [said.volume]: tens(draws, 50, 3_000) }),
  },
  DangerSource: {
    count: 2,
    wish: { lie: 'level', away: [500, 3_000] },
    attributes: (draws) => ({ [said.dangerType]: draws.pick(choices.dangerTypes) }),
  },
  HelicopterPoint: {
    count: 1,
    wish: { lie: 'level', away: [500, 3_500] },
    attributes: (draws) => ({ [said.aircraft]: whole(draws, 1, 3), [said.field]: draws.pick(choices.fields) }),
  },
  uav: {
    count: 1,
    wish: { lie: 'level', away: [200, 1_500] },
    attributes: (draws) => ({ [said.endurance]: whole(draws, 30, 55), [said.reach]: whole(draws, 8, 15) }),
    rangeMetres: [8_000, 15_000],
  },
  cemetery: {
    count: 2,
    wish: { lie: 'slope', away: [600, 2_800] },
    attributes: (draws) => ({ [said.graves]: tens(draws, 30, 400) }),
  },
  inspectionPost: {
    count: 2,
    wish: { lie: 'valley', away: [2_500, 6_500] },
    attributes: (draws) => ({ [said.onDuty]: whole(draws, 1, 4), [said.hours]: draws.pick(choices.hours) }),
  },
};
