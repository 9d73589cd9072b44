// The next tower (选址): searches of an officer for the best places.
import { errorCode, FILE_WEIGHT, gridNo, id, numeric, requiredText, row, sentPosition, wholeNumber } from '@lookout/contract';
import { z } from 'zod';
import { sentMastMetres, sentRangeMetres, sentTargetMetres } from '../coverage/coverage.schema.ts';
import { placesFile, siteSearch } from './site.schema.ts';
import { LEAST_SPACING_METRES, LONGEST_PLACE_NAME, MOST_PLACES, MOST_SITES, MOST_SPACING_METRES, USUAL_SPACING_METRES } from './site.ts';

const permission = { anyOf: ['watch-alarms'] } as const;

const place = z.object({ name: requiredText(LONGEST_PLACE_NAME, errorCode('site-places-needed')), position: sentPosition });

/** The columns of a table of candidate places, in every language. */
export const SITE_PLACE_COLUMNS = [
  { name: '名称', required: true },
  { name: '经度', required: true },
  { name: '纬度', required: true },
] as const satisfies readonly { readonly name: string; readonly required?: boolean }[];

export const siteCalls = {
  readSitePlaces: row({
    method: 'POST',
    path: '/fire/api/site/places',
    summary:
      '读取候选位置文件（Excel、CSV：名称、经度、纬度；GeoJSON、KML、KMZ、GPX、shapefile 压缩包的点，≤12MB），不保存；有问题的逐行说明',
    permission,
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'read-site-places',
    body: 'upload',
    weight: FILE_WEIGHT,
    reply: placesFile,
  }),
  beginSiteSearch: row({
    method: 'POST',
    path: '/fire/api/site/search',
    summary: '在一个市州或县选址：候选为山脊（ridges，按间距）或给出的位置（places）；后台计算，一人一次一个，新的取代没算完的',
    permission,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'begin-site-search',
    body: 'large-json',
    input: z.object({
      gridNo,
      count: wholeNumber(1, MOST_SITES),
      mastMetres: sentMastMetres,
      rangeMetres: sentRangeMetres,
      targetMetres: sentTargetMetres,
      candidates: z.discriminatedUnion('source', [
        z.object({
          source: z.literal('ridges'),
          spacingMetres: numeric(z.number().min(LEAST_SPACING_METRES).max(MOST_SPACING_METRES)).default(USUAL_SPACING_METRES),
        }),
        z.object({
          source: z.literal('places'),
          places: z
            .array(place)
            .min(1, errorCode('site-places-needed'))
            .max(MOST_PLACES, errorCode('site-places-at-most', { most: MOST_PLACES })),
        }),
      ]),
    }),
    reply: siteSearch,
  }),
  siteSearch: row({
    method: 'GET',
    path: '/fire/api/site/search/{id}',
    summary: '自己的一次选址：进度；算完后按建设顺序的位置、各自增加的林地（公顷、加权）与离最近道路的距离，以及合计',
    permission,
    scope: 'none',
    envelope: 'data',
    effect: 'read',
    params: z.object({ id }),
    reply: siteSearch,
  }),
  siteSearches: row({
    method: 'GET',
    path: '/fire/api/site/searches',
    summary: '自己的选址结果，新的在前；本服务器保存一天，最多十个',
    permission,
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    reply: siteSearch,
  }),
  endSiteSearch: row({
    method: 'DELETE',
    path: '/fire/api/site/search/{id}',
    summary: '取消或删除自己的一次选址',
    permission,
    scope: 'none',
    envelope: 'message',
    effect: 'write',
    act: 'end-site-search',
    params: z.object({ id }),
    reply: z.null(),
  }),
};

/** Formats of the files of a search, at `siteFilePath`. */
export const SITE_FORMATS = ['geojson', 'kml', 'pdf', 'docx'] as const;
export type SiteFormat = (typeof SITE_FORMATS)[number];
export const siteFilePath = '/fire/api/site/file';
