// The handlers of computations of burned areas from satellite pictures.

import type { Language } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { whyIn } from '@lookout/server/serve/envelope.ts';
import { errandOf } from '@lookout/server/serve/whose.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../../contract.ts';
import { BURN_PICTURE_ROLES } from '../../burn-severity.ts';
import type { BurnMappingRun } from '../../fire-archive.schema.ts';
import type { BurnedPolygons } from '../../fire-archive.ts';
import { placeOf } from '../burned.ts';
import type { Measuring } from '../measuring.ts';
import { receivePictures } from './receive.ts';
import type { BurnRun, BurnRuns } from './runs.ts';

type Calls = Pick<Handlers<Contract['fireArchive']>, 'beginBurnMapping' | 'burnMapping' | 'burnMappingOutline' | 'endBurnMapping'>;

const METRES_PER_KILOMETRE = 1_000;

interface BurnMappingNeeds {
  readonly runs: BurnRuns;
  readonly measuring: Measuring;
  /** @throws Refusal when the fire is not a closed fire of the scope */
  closedFire(scope: GridNo, fireId: string): Promise<{ readonly position: { readonly lng: number; readonly lat: number } }>;
}

export function burnMappingCalls({ gazetteer }: Pick<Room, 'gazetteer'>, { runs, measuring, closedFire }: BurnMappingNeeds): Calls {
  const own = (context: Context, id: string): BurnRun => {
    const run = runs.find(accountOf(context).accountId, id);
    if (run === null) throw notFound();
    return run;
  };
  return {
    async beginBurnMapping(context, { query }) {
      const { stream, headers, scope, language } = context;
      const { position } = await closedFire(scope, query.fireId);
      if (stream === null) throw invalid('', 'burn-pictures-roles');
      const { accountId, gridNo } = accountOf(context);
      const run = await runs.begin({
        accountId,
        gridNo,
        fire: position,
        radiusMetres: query.radius * METRES_PER_KILOMETRE,
        bandOffset: query.bandOffset,
        receive: (folder) => receivePictures(stream, headers.contentType ?? '', folder),
      });
      return writeRun(run, language);
    },

    burnMapping: async (context, { params }) => writeRun(own(context, params.id), context.language),

    async burnMappingOutline(context, { params, body }) {
      const outline = await runs.outline(own(context, params.id), body);
      const { gridNo } = accountOf(context);
      const isOwn: boolean[] = [];
      for (const polygon of outline.polygons) isOwn.push((await placeOf(polygon, gazetteer(), gridNo)) === 'inside');
      const indexOf = new Map(isOwn.flatMap((is, index) => (is ? [index] : [])).map((index, place) => [index, place]));
      const polygons = outline.polygons.filter((_, index) => isOwn[index]);
      const beyond = outline.polygons.filter((_, index) => !isOwn[index]);
      const patches = outline.patches.flatMap((patch) => {
        const of = indexOf.get(patch.of);
        return of === undefined ? [] : [{ of, severity: patch.severity, rings: writeRings(patch.rings) }];
      });
      const { hectares, severityHectares } = await measuring.measure(errandOf(context), polygons, patches);
      return {
        polygons: polygons.map(writeRings),
        patches,
        hectares,
        severityHectares: { ...severityHectares },
        specks: { ...outline.specks },
        outside: { count: beyond.length, hectares: (await measuring.measure(errandOf(context), beyond)).hectares },
        mergedCells: outline.mergedCells,
      };
    },

    async endBurnMapping(context, { params }) {
      await runs.end(own(context, params.id));
      return undefined;
    },
  };
}

const writeRings = (rings: BurnedPolygons[number]): [number, number][][] =>
  rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat]));

function writeRun({ id, state, share, pictures, faults, areas }: BurnRun, language: Language): BurnMappingRun {
  return {
    id,
    state,
    percent: Math.floor(share * 100),
    pictures: pictures.map((picture) => ({ ...picture })),
    faults: faults.map(({ path, ...fault }) => ({
      role: BURN_PICTURE_ROLES.find((role) => role === path) ?? null,
      ...whyIn(language, fault),
    })),
    result: areas && { ...areas, severityHectares: { ...areas.severityHectares }, hectaresAbove: [...areas.hectaresAbove] },
  };
}
