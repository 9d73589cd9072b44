// What a moved, higher or new mast would change.
import { areaAround, type GroundBox, type SeeingMast } from '@lookout/geo';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { locatePosition } from '../../grid/service/gazetteer.ts';
import type { CameraMast, TrialMast } from '../coverage.ts';
import type { CountedMast } from '../masts.ts';
import { seenForestOf } from '../service/figures.ts';
import { drawPicture } from './coverage-picture.ts';

export const TRIAL_CLASSES = [
  { name: 'gained', colour: '#22c55e' },
  { name: 'lost', colour: '#ef4444' },
] as const;

type Needs = Pick<Room, 'coverage' | 'gazetteer'>;

export function trialHandler({ coverage, gazetteer }: Needs): Pick<Handlers<Contract['coverage']>, 'coverageTrial'> {
  return {
    async coverageTrial({ scope }, { body: { masts, targetMetres } }) {
      const own = new Map(coverage.masts(scope).map((mast) => [mast.id, mast]));
      const replaced = masts.flatMap(({ replaces }) => (replaces === null ? [] : [own.get(replaces) ?? null]));
      if (replaced.includes(null)) throw notFound();
      const gone = replaced.filter((mast) => mast !== null);
      for (const [at, { position }] of masts.entries()) locatePosition(position, gazetteer(), scope, `masts.${at}.position`);

      const area = aroundAll([...masts, ...gone]);
      const [land, standing, tried] = await Promise.all([coverage.landIn(area), coverage.seeing(area), viewsOf(coverage, masts, own)]);
      const goneIds = new Set(gone.map(({ id }) => id));
      const after = [...standing.filter(({ id }) => !goneIds.has(id)), ...tried];
      const answer = await coverage.compare(land, standing, after, targetMetres);
      return {
        trial: {
          before: seenForestOf(answer.before),
          after: seenForestOf(answer.after),
          gainedHectares: answer.gainedHectares,
          lostHectares: answer.lostHectares,
        },
        picture: await drawPicture({
          show: 'trial',
          version: JSON.stringify([coverage.version(), targetMetres, masts]),
          box: land.box,
          posts: answer.picture,
          classes: TRIAL_CLASSES,
          ground: land.ground,
        }),
      };
    },
  };
}

/** @throws invalid for a mast without elevation under it */
const viewsOf = (coverage: Needs['coverage'], masts: readonly TrialMast[], own: ReadonlyMap<string, CountedMast>): Promise<SeeingMast[]> =>
  Promise.all(
    masts.map(async ({ replaces, position, mastMetres, rangeMetres }, at) => {
      const sectors = (replaces === null ? undefined : own.get(replaces)?.sectors) ?? [];
      const view = await coverage.viewOf({ position, mastMetres, rangeMetres, sectors });
      if (view === null) throw invalid(`masts.${at}.position`, 'coverage-no-elevation');
      return { position, view };
    }),
  );

function aroundAll(masts: readonly Pick<CameraMast, 'position' | 'rangeMetres'>[]): GroundBox {
  const areas = masts.map(({ position, rangeMetres }) => areaAround(position, rangeMetres));
  return {
    west: Math.min(...areas.map(({ west }) => west)),
    south: Math.min(...areas.map(({ south }) => south)),
    east: Math.max(...areas.map(({ east }) => east)),
    north: Math.max(...areas.map(({ north }) => north)),
  };
}
